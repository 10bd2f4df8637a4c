import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A minimal webhook receiver: reads the body and acknowledges it. */
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(200, { 'content-length': '0' }).end()
  })
})
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
})
process.on('disconnect', () => process.exit(0))
process.on('SIGTERM', () => process.exit(0))

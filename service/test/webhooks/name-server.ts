import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** A name server that knows a few IPv4 addresses, and of everything else that it does not exist. */
export interface NameServer {
  address: string
  asked(): Set<string>
  stop(): void
}

const HEADER_BYTES = 12
const TYPE_A = 1

export async function openNameServer(names: Readonly<Record<string, number[]>>): Promise<NameServer> {
  const asked = new Set<string>()
  const socket = createSocket('udp4')
  socket.on('message', (message, { port, address }) => {
    const labels: string[] = []
    let at = HEADER_BYTES
    while ((message[at] ?? 0) > 0) {
      const length = message[at] ?? 0
      labels.push(message.toString('ascii', at + 1, at + 1 + length))
      at += 1 + length
    }
    const question = message.subarray(HEADER_BYTES, at + 5)
    const name = labels.join('.').toLowerCase()
    asked.add(name)
    const found = names[name]
    const answered = found && message.readUInt16BE(at + 1) === TYPE_A ? found : null
    // An answer to the same id: no error, or "no such name"; one question, and at most one record of it.
    const header = Buffer.alloc(HEADER_BYTES)
    message.copy(header, 0, 0, 2)
    header.writeUInt16BE(found ? 0x8180 : 0x8183, 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(answered ? 1 : 0, 6)
    const record = answered
      ? Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...answered])
      : Buffer.alloc(0)
    socket.send(Buffer.concat([header, question, record]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked: () => asked,
    stop: () => {
      socket.close()
    },
  }
}

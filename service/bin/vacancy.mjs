#!/usr/bin/env node
// The service runs on the Node that package.json pins. Called with an older one, this hands over to it.
import { spawn } from 'node:child_process'
import module, { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

// What was compiled once need not be again: a question starts in half the time.
module.enableCompileCache?.()

if (Number(process.versions.node.split('.')[0]) >= 26) {
  await import('../src/main.ts')
} else {
  const pinned = createRequire(import.meta.url).resolve('node/bin/node')
  const child = spawn(pinned, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}

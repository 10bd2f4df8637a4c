#!/usr/bin/env node
// The service runs on the Node that package.json pins. Called with an older one, this hands over to it.
import { spawn } from 'node:child_process'
// As a whole, because an older Node would stumble over a name that it does not export.
import module from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

if (Number(process.versions.node.split('.')[0]) >= 26) {
  // Types are stripped once, not at each start of each role: a start takes a third less. Roles are children and inherit it.
  process.env.NODE_COMPILE_CACHE ??= module.enableCompileCache().directory
  const { applyNodeOptions } = await import('../src/node-options.ts')
  applyNodeOptions(process.argv)
  const { entryOf } = await import('../src/joined.ts')
  await import(pathToFileURL(entryOf('vacancy')).href)
} else {
  const pinned = findPinned(module.createRequire(import.meta.url))
  const child = spawn(pinned, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}

/** The pinned Node of this platform. npm installs one of these packages, and its lockfile has their hashes. */
function findPinned(require) {
  const { platform, arch } = process
  const executable = platform === 'win32' ? `win-${arch}/bin/node.exe` : `${platform}-${arch}/bin/node`
  for (const prefix of ['node', 'node-bin']) {
    try {
      return require.resolve(`${prefix}-${executable}`)
    } catch {
      // Another name, or none for this platform.
    }
  }
  process.stderr.write(`vacancy: Node 26 or newer is required, and npm has none for ${platform} ${arch}.\n`)
  process.exit(78)
}

import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Behaviour, createBehaviour } from './behaviour.ts'
import { createClock } from './clock.ts'
import { createControlServer } from './control.ts'
import { createDataServer, type Station } from './server.ts'
import type { WireSource } from './sources.ts'
import type { WireFactory } from './wires/wire.ts'
import { bankPartners } from './world/banks.ts'
import { createWorld } from './world/create.ts'
import { dayAt } from './world/days.ts'

export interface SandboxOptions {
  host: string
  port: number
  controlPort: number
  /** What callers of the control port must know. */
  controlToken: string
  seed: number
  sources: readonly WireSource[]
  wires: Readonly<Partial<Record<string, WireFactory>>>
  /** Receives failures of the sandbox itself. */
  report: (problem: unknown) => void
}

export interface Sandbox {
  port: number
  controlPort: number
  close(): Promise<void>
}

/** Builds the world, gives every source its wire, and opens both ports. The control port is for this machine alone. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const clock = createClock()
  const world = createWorld({ seed: options.seed, now: () => clock.now() })
  const stations = new Map<string, Station>()
  const behaviours = new Map<string, Behaviour>()
  for (const source of options.sources) {
    const behaviour = createBehaviour(options.seed)
    behaviours.set(source.id, behaviour)
    stations.set(source.id, { wire: options.wires[source.wire]?.(source, world), behaviour })
  }
  const data = createDataServer(stations, world, options.report)
  const partners = () => bankPartners(options.seed, dayAt(clock.now()))
  const control = createControlServer({ clock, behaviours, world, partners }, options.controlToken)
  const port = await listen(data, options.host, options.port)
  const controlPort = await listen(control, '127.0.0.1', options.controlPort)
  return {
    port,
    controlPort,
    async close() {
      await Promise.all([shut(data), shut(control)])
    },
  }
}

async function listen(server: Server, host: string, port: number): Promise<number> {
  server.listen(port, host)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

async function shut(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../service/src/db/embedded/free-port.ts'
import type { Bench, Measure } from '../bench.ts'
import { watchDisturbance } from '../disturbance.ts'
import { absolute, type Finding } from '../finding.ts'
import { PATIENCE_MS, waitForCalm } from '../measure.ts'

const VACANCY = join(import.meta.dirname, '..', '..', 'service', 'bin', 'vacancy.mjs')
const GIVE_UP_MS = 60_000

/** From the command to the first good answer: the first start on a machine, and a later one. */
export const start: Measure = { name: 'P10', run }

async function run({ quick }: Bench): Promise<Finding[]> {
  const fresh: number[] = []
  const used: number[] = []
  await waitForCalm(PATIENCE_MS)
  const disturbanceOf = await watchDisturbance()
  for (let round = 0; round < (quick ? 1 : 5); round += 1) {
    const home = await mkdtemp(join(tmpdir(), 'vacancy-bench-start-'))
    try {
      fresh.push(await secondsToFirstAnswer(home))
      used.push(await secondsToFirstAnswer(home))
    } finally {
      await rm(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    }
  }
  const disturbance = await disturbanceOf()
  return [
    absolute(
      { name: 'P10', what: 'start to the first 200, fresh home', unit: 's', mustReach: 4, aim: 2.5 },
      fresh,
      { disturbance },
    ),
    absolute(
      { name: 'P10', what: 'start to the first 200, used home', unit: 's', mustReach: 3.5, aim: 1.5 },
      used,
      { disturbance },
    ),
  ]
}

async function secondsToFirstAnswer(home: string): Promise<number> {
  const port = await freePort()
  const started = performance.now()
  const child = spawn(process.execPath, [VACANCY, 'serve'], {
    env: {
      ...process.env,
      VACANCY_HOME: home,
      PORT: String(port),
      DATABASE_URL: '',
      OPS_PORT: '0',
      SANDBOX_PORT: '0',
      SANDBOX_CONTROL_PORT: '0',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  try {
    await firstAnswer(port, child, started + GIVE_UP_MS)
    return (performance.now() - started) / 1000
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

/** A good answer also reports that the database answers. */
async function firstAnswer(port: number, child: ChildProcess, untilMs: number): Promise<void> {
  while (performance.now() < untilMs && child.exitCode === null) {
    const isUp = await fetch(`http://127.0.0.1:${port}/status.json`).then(
      async (response) => response.status === 200 && /"status":"(up|degraded)"/.test(await response.text()),
      () => false,
    )
    if (isUp) return
    await wait(20)
  }
  throw new Error('vacancy serve did not come up')
}

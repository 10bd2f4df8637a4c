import { resultFromTaskOutcome } from '@modelcontextprotocol/ext-tasks/client'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { newAccount, type TestAccount } from '../support/accounts.ts'
import { get } from '../support/client.ts'
import { inDays, type Market } from '../support/market.ts'
import { type Agent, ask, type Outcome, TASKS, taskAgent } from './agents.ts'
import { runConformance } from './conformance.ts'
import { createProxy } from './key-proxy.ts'

/** What agents can do with a grid that must be fetched, by the protocol's extension for tasks. */
export function describeTasks(stage: () => { market: Market; account: TestAccount; agent: Agent }): void {
  describe('a task of the protocol', () => {
    const mcp = () => `${stage().market.url}/mcp`
    const used = async () => {
      const { body } = await get(stage().market.url, '/v1/usage', stage().account.key)
      return (body as { credits_used: number }).credits_used
    }
    const headers = () => ({ 'x-api-key': stage().account.key })
    const able = { 'io.modelcontextprotocol/clientCapabilities': { extensions: { [TASKS]: {} } } }
    const gridAt = (day: number) => ({
      chain: 'aurelia',
      hotel_codes: ['UNDERCUT'],
      nights: { from: inDays(day), to: inDays(day + 2) },
    })

    test('is a grid that must be fetched, until the tool has its answer', async () => {
      const { session, close } = await taskAgent(mcp(), headers())
      const before = await used()
      const execution = await session.callTool('start_grid', gridAt(50))
      expect(execution.kind).toBe('task')
      const { outcome } = await execution.settle()
      expect(outcome.status).toBe('completed')
      const { structuredContent } = resultFromTaskOutcome(outcome) as unknown as Outcome
      expect(structuredContent?.rows).toHaveLength(3)
      expect(structuredContent).toMatchObject({
        jobs: [{ job_id: execution.handle?.taskId, status: 'done' }],
        next_cursor: null,
      })
      expect(structuredContent?.credits.charged).toBeGreaterThan(0)
      expect(await used()).toBeCloseTo(before + (structuredContent?.credits.charged ?? 0), 3)
      const listed = (await stage().agent.tools()).find(({ name }) => name === 'start_grid')
      expect(
        new Ajv({ strict: false, validateFormats: false }).validate(
          listed?.outputSchema ?? false,
          structuredContent,
        ),
      ).toBe(true)
      // A grid that is known is no work.
      expect((await session.callTool('start_grid', gridAt(50))).kind).toBe('immediate')
      await close()
    })

    test('can be canceled, which costs only what has begun', async () => {
      const { session, close } = await taskAgent(mcp(), headers())
      const long = {
        ...gridAt(100),
        hotel_codes: ['UNDERCUT', 'LONAU', 'OVERCHARGE'],
        nights: { from: inDays(100), to: inDays(159) },
      }
      const execution = await session.callTool('start_grid', { ...long, max_credits: 500 })
      await execution.cancel()
      const { outcome } = await execution.settle()
      expect(outcome.status).toBe('cancelled')
      await session.task(execution.handle?.taskId as never).cancel()
      await close()
    })

    test('is given to clients that declare them only, and shown to its account only', async () => {
      const call = { method: 'tools/call', params: { name: 'start_grid', arguments: gridAt(60) } }
      const plain = await ask(mcp(), headers(), call)
      const { jobs } = (plain.result as unknown as Outcome).structuredContent ?? {}
      const taskId = String(jobs?.[0]?.job_id)
      expect(plain.result).toMatchObject({ resultType: 'complete' })
      for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
        const undeclared = await ask(mcp(), headers(), { method, params: { taskId } })
        expect(undeclared.error).toMatchObject({
          code: -32_021,
          data: { requiredCapabilities: { extensions: { [TASKS]: {} } } },
        })
        const other = await newAccount(stage().market.database.pool, 'scale', { rps: 100_000 })
        for (const [key, id] of [
          [other.key, taskId],
          [stage().account.key, 'job_0000000000000000000000'],
        ] as const) {
          const { error } = await ask(
            mcp(),
            { 'x-api-key': key },
            { method, params: { taskId: id, _meta: able } },
          )
          expect(error).toMatchObject({ code: -32_602, message: expect.stringContaining('There is no job') })
        }
      }
      const mine = await ask(mcp(), headers(), { method: 'tasks/get', params: { taskId, _meta: able } })
      expect(mine.result).toMatchObject({
        resultType: 'complete',
        taskId,
        status: expect.stringMatching(/^(working|completed)$/),
      })
      for (const id of ['\0', 'x'.repeat(5000), '']) {
        const { error } = await ask(mcp(), headers(), {
          method: 'tasks/get',
          params: { taskId: id, _meta: able },
        })
        expect(error?.code).toBe(-32_602)
      }
      const updated = await ask(mcp(), headers(), {
        method: 'tasks/update',
        params: { taskId, _meta: able },
      })
      expect(updated.result).toMatchObject({ resultType: 'complete' })
    })

    test('that could fetch nothing ends with an error of the tool', async () => {
      const { session, close } = await taskAgent(mcp(), headers())
      const execution = await session.callTool('start_grid', { ...gridAt(70), hotel_codes: ['NOSUCH1'] })
      const { outcome } = await execution.settle()
      const result = resultFromTaskOutcome(outcome) as unknown as Outcome
      expect([result.isError, result.content[0]?.text]).toEqual([
        true,
        expect.stringContaining('hotel_not_found at aurelia NOSUCH1'),
      ])
      await close()
    })

    test('passes the official scenarios that have a slow tool of a test server, with start_grid in its place', async () => {
      let day = 200
      const proxy = await createProxy(stage().market.url, stage().account.key, {
        slow_compute: () => ['start_grid', gridAt((day += 3))],
      })
      await stage().market.sandbox.control('/sources/aurelia', { latencyMs: 500 })
      const scenarios = ['capability-negotiation', 'wire-fields', 'request-state-removal']
      const said = await Promise.all(
        scenarios.map((name) =>
          runConformance('server', { url: `${proxy.url}/mcp`, scenario: `tasks-${name}` }),
        ),
      )
      await stage().market.sandbox.control('/sources/aurelia', { latencyMs: 0 })
      await proxy.close()
      for (const { code, stdout } of said) expect(code, stdout).toBe(0)
    })
  })
}

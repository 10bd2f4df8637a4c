import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { CallToolResultSchema, CreateTaskResultSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entryOf } from '../../src/joined.ts'
import { newAccount, type TestAccount } from '../support/accounts.ts'
import { get } from '../support/client.ts'
import { inDays, type Market } from '../support/market.ts'
import { until } from '../support/until.ts'
import { callOf, type Outcome, previousClient, send } from './agents.ts'

/** What agents of the previous revision can do with a grid: its own kind of tasks, by its official client. */
export function describePreviousTasks(stage: () => { market: Market; account: TestAccount }): void {
  describe('a task of the previous revision', () => {
    let client: Client
    let mine: TestAccount
    let stranger: Client

    const connect = (of: TestAccount) =>
      previousClient(
        new StreamableHTTPClientTransport(new URL(`${stage().market.url}/mcp`), {
          requestInit: { headers: { 'x-api-key': of.key } },
        }),
      )
    beforeAll(async () => {
      const { pool } = stage().market.database
      const other = await newAccount(pool, 'scale', { rps: 100_000 })
      mine = await newAccount(pool, 'scale', { rps: 100_000 })
      ;[client, stranger] = [await connect(mine), await connect(other)]
      await client.listTools()
    })
    afterAll(async () => {
      await Promise.all([client.close(), stranger.close()])
    })

    const used = async () => {
      const { body } = await get(stage().market.url, '/v1/usage', mine.key)
      return (body as { credits_used: number }).credits_used
    }
    const gridAt = (day: number) => ({
      chain: 'aurelia',
      hotel_codes: ['UNDERCUT'],
      nights: { from: inDays(day), to: inDays(day + 2) },
    })
    const LONG = {
      chain: 'aurelia',
      hotel_codes: ['UNDERCUT', 'LONAU', 'OVERCHARGE'],
      nights: { from: inDays(240), to: inDays(299) },
      max_credits: 500,
    }

    /** What the client is told of the task, until its result or an error. */
    async function follow(by: Client, args: object) {
      const told: string[] = []
      let taskId = ''
      const stream = by.experimental.tasks.callToolStream({ name: 'start_grid', arguments: { ...args } })
      for await (const message of stream) {
        if (message.type === 'taskCreated') taskId = message.task.taskId
        if (message.type === 'taskCreated' || message.type === 'taskStatus') told.push(message.task.status)
        if (message.type === 'error') return { taskId, told, error: message.error }
        if (message.type === 'result')
          return { taskId, told, outcome: message.result as unknown as Outcome, error: null }
      }
      throw new Error('the stream ended without a result')
    }

    const begin = async (args: object) => {
      const params = { name: 'start_grid', arguments: { ...args } }
      const { task } = await client.request({ method: 'tools/call', params }, CreateTaskResultSchema, {
        task: { ttl: 60_000 },
      })
      return task
    }
    const refused = async (asked: Promise<unknown>) =>
      asked.then(
        () => null,
        ({ code, message }: { code: number; message: string }) => [code, message],
      )

    test('is offered for a grid only, and not to list', async () => {
      expect(client.getServerCapabilities()?.tasks).toEqual({
        cancel: {},
        requests: { tools: { call: {} } },
      })
      const { tools } = await client.listTools()
      const able = tools.filter(({ execution }) => execution?.taskSupport !== undefined)
      expect(able.map(({ name, execution }) => [name, execution])).toEqual([
        ['start_grid', { taskSupport: 'optional' }],
      ])
    })

    test('is charged once, has the answer of the tool, and is read again for free', async () => {
      const { told, outcome, taskId } = await follow(client, gridAt(170))
      expect([told[0], told.at(-1)]).toEqual(['working', 'completed'])
      const { structuredContent } = outcome ?? {}
      expect(structuredContent?.rows).toHaveLength(3)
      expect(structuredContent?.jobs).toMatchObject([{ job_id: taskId, status: 'done' }])
      const cost = structuredContent?.credits.charged ?? 0
      expect(cost).toBeGreaterThan(0)
      expect(await used()).toBeCloseTo(cost, 3)
      const again = await client.experimental.tasks.getTaskResult(taskId, CallToolResultSchema)
      expect(again['_meta']).toEqual({ 'io.modelcontextprotocol/related-task': { taskId } })
      expect(again.structuredContent).toMatchObject({ rows: structuredContent?.rows })
      expect(await used()).toBeCloseTo(cost, 3)
      expect(await refused(client.experimental.tasks.cancelTask(taskId))).toEqual([
        -32_602,
        expect.stringContaining('The task has ended already: it is completed.'),
      ])
      // A grid that is known is a task too, at the cached price.
      const known = await follow(client, gridAt(170))
      expect(known.outcome?.structuredContent?.rows).toHaveLength(3)
      const cheap = known.outcome?.structuredContent?.credits.charged ?? 0
      expect(cheap).toBeLessThan(cost)
      expect(await used()).toBeCloseTo(cost + cheap, 3)
      const plain = await client.callTool({ name: 'start_grid', arguments: gridAt(170) })
      expect((plain as unknown as Outcome).structuredContent?.rows).toHaveLength(3)
    })

    test('with the same Idempotency-Key is the same task, and with another kind of answer refused', async () => {
      const before = await used()
      const message = callOf('start_grid', gridAt(173))
      const asTask = { ...message, params: { ...message.params, task: {} } }
      const headers = { 'x-api-key': mine.key, 'idempotency-key': 'task-retry-1' }
      const mcp = `${stage().market.url}/mcp`
      const said = async (body: object) => {
        const text = await (await send(mcp, body, headers)).text()
        return { text, id: /"taskId":"(\w+)"/.exec(text)?.[1] }
      }
      const first = await said(asTask)
      expect(first.id).toMatch(/^job_/)
      expect((await said(asTask)).id).toBe(first.id)
      expect((await said(message)).text).toContain('Idempotency-Key')
      const result = await client.experimental.tasks.getTaskResult(first.id ?? '', CallToolResultSchema)
      const { credits } = (result as unknown as Outcome).structuredContent ?? {}
      expect(await used()).toBeCloseTo(before + (credits?.charged ?? 0), 3)
    })

    test('has a result that is waited for', async () => {
      const { sandbox } = stage().market
      await sandbox.control('/sources/aurelia', { latencyMs: 1500 })
      const task = await begin(gridAt(176))
      expect(task).toMatchObject({ status: 'working', pollInterval: 2000, ttl: null })
      const result = await client.experimental.tasks.getTaskResult(task.taskId, CallToolResultSchema)
      await sandbox.control('/sources/aurelia', { latencyMs: 0 })
      expect((result as unknown as Outcome).structuredContent?.rows).toHaveLength(3)
    })

    test('can be canceled, which costs only what has begun', async () => {
      const { sandbox } = stage().market
      const before = await used()
      await sandbox.control('/sources/aurelia', { latencyMs: 500 })
      const { taskId } = await begin(LONG)
      expect(await client.experimental.tasks.cancelTask(taskId)).toMatchObject({
        taskId,
        status: 'cancelled',
      })
      await sandbox.control('/sources/aurelia', { latencyMs: 0 })
      expect(await refused(client.experimental.tasks.cancelTask(taskId))).toEqual([
        -32_602,
        expect.stringContaining('it is cancelled'),
      ])
      expect(await client.experimental.tasks.getTask(taskId)).toMatchObject({ status: 'cancelled' })
      const result = await client.experimental.tasks.getTaskResult(taskId, CallToolResultSchema)
      expect(result.structuredContent).toMatchObject({ jobs: [{ job_id: taskId, status: 'canceled' }] })
      const { url } = stage().market
      await until(async () => {
        const { body } = await get(url, `/v1/jobs/${taskId}`, mine.key)
        return (body as { finished_at: string | null }).finished_at !== null
      })
      const ended = await client.experimental.tasks.getTaskResult(taskId, CallToolResultSchema)
      const { credits } = (ended as unknown as Outcome).structuredContent ?? {}
      expect((await used()) - before).toBeCloseTo(credits?.charged ?? Number.NaN, 3)
      expect((await used()) - before).toBeLessThan(60)
    })

    test('of a dry run is its quote, which is free', async () => {
      const before = await used()
      const { told, outcome } = await follow(client, { ...gridAt(179), dry_run: true })
      expect(told).toEqual(['working', 'completed'])
      expect(outcome?.structuredContent).toMatchObject({
        quote: { credits_max: expect.any(Number) },
        credits: { charged: 0 },
      })
      expect(await used()).toBe(before)
    })

    test('is not there for another account, like one that never was', async () => {
      const { taskId } = await begin(gridAt(182))
      const unknown = ['job_0000000000000000000000', 'quote_e30', 'quote_%', '', 'x']
      const asks: [Client, string][] = [
        [stranger, taskId],
        ...unknown.map((id): [Client, string] => [client, id]),
      ]
      for (const [by, id] of asks) {
        const { tasks } = by.experimental
        for (const asked of [
          () => tasks.getTask(id),
          () => tasks.getTaskResult(id, CallToolResultSchema),
          () => tasks.cancelTask(id),
        ])
          expect(await refused(asked())).toEqual([-32_602, expect.stringContaining('There is no job')])
      }
      expect(['working', 'completed']).toContain((await client.experimental.tasks.getTask(taskId)).status)
      expect(await refused(client.experimental.tasks.listTasks())).toEqual([-32_601, expect.anything()])
    })

    test('does not begin where the call is refused, and fails where nothing could be fetched', async () => {
      const before = await used()
      const dear = await follow(client, { ...LONG, max_credits: 1 })
      expect([dear.taskId, dear.error?.code, dear.error?.message]).toEqual([
        '',
        -32_602,
        expect.stringContaining('Nothing was charged'),
      ])
      const other = client.request(
        { method: 'tools/call', params: { name: 'account_usage', arguments: {} } },
        CreateTaskResultSchema,
        { task: {} },
      )
      expect(await refused(other)).toEqual([-32_601, expect.stringContaining('Call it without `task`')])
      const { taskId, told } = await follow(client, { ...gridAt(185), hotel_codes: ['NOSUCH1'] })
      expect(told.at(-1)).toBe('failed')
      const words = expect.stringContaining('hotel_not_found at aurelia NOSUCH1')
      expect(await client.experimental.tasks.getTask(taskId)).toMatchObject({ statusMessage: words })
      expect(await client.experimental.tasks.getTaskResult(taskId, CallToolResultSchema)).toMatchObject({
        isError: true,
        content: [{ text: words }],
      })
      expect(await used()).toBe(before)
    })

    test('is the same over standard input and output', async () => {
      const home = await mkdtemp(join(tmpdir(), 'vacancy-mcp-'))
      const own = await previousClient(
        new StdioClientTransport({
          command: process.execPath,
          args: [entryOf('vacancy'), 'mcp'],
          env: { VACANCY_URL: stage().market.url, VACANCY_API_KEY: mine.key, XDG_CONFIG_HOME: home },
        }),
      )
      await own.listTools()
      const { outcome, taskId } = await follow(own, gridAt(188))
      expect(outcome?.structuredContent?.rows).toHaveLength(3)
      expect(await client.experimental.tasks.getTask(taskId)).toMatchObject({ status: 'completed' })
      await own.close()
      await rm(home, { recursive: true })
    })
  })
}

import { describe, expect, test } from 'vitest'
import { openVisitor, PASSWORD, type Said, type Visitor } from '../../../dashboard/test/support/visitor.ts'
import { newsMail } from '../../src/sessions/factors/mails.ts'
import { findOrMakePerson } from '../../src/sessions/provider/people.ts'
import { setPassword } from '../../src/sessions/set-password.ts'
import { findMember } from '../../src/sessions/store.ts'
import type { TestDatabase } from '../support/database.ts'
import type { ApiProcess } from '../support/processes.ts'
import type { OpenIdProvider } from './openid-provider.ts'

interface ProviderStage {
  database: TestDatabase
  /** With passwords. */
  open: ApiProcess
  /** Without, and with an account that new people join. */
  strict: ApiProcess
  provider: OpenIdProvider
  team: { id: string }
  signInAs(api: ApiProcess, name: string): Promise<{ said: Said; visitor: Visitor }>
  sessionOf(visitor: Visitor): Promise<object>
  actsOf(email: string): Promise<object[]>
}

/** What becomes of an address that somebody signed up with and never proved, when its owner comes by the provider. */
export function describeClaimedAddresses(stage: () => ProviderStage): void {
  describe('an address that was only claimed, once passwords are off', () => {
    test('is its owner’s alone: keys, agents and invited people of who claimed it stay behind', async () => {
      const claimer = openVisitor(stage().open.url)
      const email = 'claimed@acme.example'
      await claimer.call('POST', '/sign-up', { body: { email, password: PASSWORD } })
      const planted = (await claimer.call('POST', '/keys', { body: { name: 'planted' } })).body['key']
      const invited = await claimer.call('POST', '/invitations', {
        body: { email: 'accomplice@acme.example', role: 'owner' },
      })
      const token = String(invited.body['path']).replace('/join?token=', '')
      const accomplice = openVisitor(stage().open.url)
      expect((await accomplice.call('POST', '/join', { body: { token, password: PASSWORD } })).status).toBe(
        200,
      )
      const before = await stage().sessionOf(claimer)

      stage().provider.people.set('claimed', { email, email_verified: true })
      const { visitor } = await stage().signInAs(stage().strict, 'claimed')
      expect(await stage().sessionOf(visitor)).toMatchObject({
        email,
        role: 'viewer',
        account: { id: stage().team.id },
      })
      // What was made under the address goes on without it, for who made it.
      const usage = await fetch(`${stage().open.url}/v1/usage`, { headers: { 'x-api-key': String(planted) } })
      expect([usage.status, (await claimer.call('GET', '/session')).status]).toEqual([200, 401])
      const { account } = before as { account: { id: string } }
      expect(await stage().sessionOf(accomplice)).toMatchObject({ account: { id: account.id } })
      const members = (await accomplice.call('GET', '/members')).body['members'] as { email: string }[]
      expect(members.map((each) => each.email)).toEqual([
        expect.stringMatching(/^[\w-]+@set-aside\.invalid$/),
        'accomplice@acme.example',
      ])
      expect(await stage().actsOf(email)).toContainEqual({
        action: 'person.set_aside',
        detail: { email, now: members[0]?.email },
      })
      expect(stage().strict.log()).toContain(account.id)
      // It happens once.
      expect(
        await stage().sessionOf((await stage().signInAs(stage().strict, 'claimed')).visitor),
      ).toMatchObject({ email })
    })

    test('brings its owner an account of their own where none is named, nobody where nobody new may come, and all where the operator vouched', async () => {
      const { pool } = stage().database
      const rules = { allow: ['*'], roles: [], account: null, passwords: false }
      const come = (email: string, more: object = {}) =>
        findOrMakePerson(
          pool,
          { issuer: 'x', subject: email, email, isVerified: true, claims: {} },
          { ...rules, ...more },
          null,
        )
      const claim = async (email: string) => {
        const visitor = openVisitor(stage().open.url)
        await visitor.call('POST', '/sign-up', { body: { email, password: PASSWORD } })
        return (await stage().sessionOf(visitor)) as { account: { id: string } }
      }
      const email = 'own@nowhere.example'
      const { account } = await claim(email)
      await expect(come(email, { allow: [] })).rejects.toMatchObject({ refusal: 'unproved' })
      const { userId, setAside } = await come(email)
      expect(setAside).toBe(account.id)
      const mail = newsMail(email, 'startedAnew', account.id, '').text
      expect(mail).toContain(`${account.id}: Somebody had signed up here with your address`)
      expect(mail).not.toContain('change your password')
      expect(await findMember(pool, userId, 'free')).toMatchObject({
        email,
        role: 'owner',
        account: { plan: 'free' },
      })
      expect((await findMember(pool, userId, 'free'))?.account.id).not.toBe(account.id)

      const known = await claim('vouched@nowhere.example')
      await setPassword(pool, known.account.id, PASSWORD)
      const vouched = await come('vouched@nowhere.example', { allow: [] })
      expect(vouched.setAside).toBeNull()
      expect((await findMember(pool, vouched.userId, 'free'))?.account.id).toBe(known.account.id)

      // In the account that everybody joins, only the password goes.
      await pool.query("update users set email_verified = false where email = 'vouched@nowhere.example'")
      await pool.query("delete from user_credentials where provider_id = 'oidc:x'")
      const named = await come('vouched@nowhere.example', { account: known.account.id })
      expect(named).toEqual({ userId: vouched.userId, setAside: null })
    })
  })
}

import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { isLoopback } from './kernel/loopback.ts'
import { isPlan, PLAN_NAMES, type PlanName } from './kernel/plan-names.ts'
import { parseAllowed, parseRoleRules } from './kernel/provider-rules.ts'

/** An invalid setting. The operator sees only the message. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

type Env = Readonly<Record<string, string | undefined>>

interface Setting<T> {
  env: string
  describe: string
  fallback: T
  parse: (text: string) => T | undefined
  expects: string
  /** Never shown in a message. */
  secret?: boolean
}

type Kind<T> = Pick<Setting<T>, 'parse' | 'expects' | 'secret'>

const setting =
  <T>(kind: Kind<T>) =>
  (env: string, fallback: T, describe: string): Setting<T> => ({ env, fallback, describe, ...kind })

const valid = (isValid: (value: string) => boolean) => (value: string) => (isValid(value) ? value : undefined)

const whole = (least: number, most: number, expects: string) =>
  setting<number>({
    parse: (value) => {
      const isWithin = /^\d{1,5}$/.test(value) && Number(value) >= least && Number(value) <= most
      return isWithin ? Number(value) : undefined
    },
    expects,
  })

const megabytes = whole(1, 99_999, 'a number of megabytes from 1 to 99999')

const text = setting<string>({ parse: (value) => value, expects: 'a text' })
const port = whole(0, 65_535, 'a port number from 0 to 65535')
/** Infinity: data is never deleted. */
const days = whole(31, 99_999, 'a number of days, 31 or more')

const isWebAddress = (value: string) => /^https?:\/\//.test(value) && URL.canParse(value)
const isOrigin = (value: string) => isWebAddress(value.trim()) && new URL(value).origin === value.trim()

const isLoopbackUrl = (value: string) => isLoopback(new URL(value).hostname)

const webAddress = (expects: string) => setting<string>({ parse: valid(isWebAddress), expects })
const oneOf = (expects: string, ...values: string[]) =>
  setting<string>({ parse: valid((value) => values.includes(value)), expects })

const database = setting<string>({
  parse: valid((value) => /^postgres(ql)?:\/\//.test(value)),
  expects: 'an address that begins with postgres://',
  secret: true,
})
const encryptionKey = setting<string>({
  parse: valid((value) => /^[0-9a-f]{64}$/i.test(value)),
  expects: '64 hexadecimal digits',
  secret: true,
})
/** May contain a key, so it is never shown. */
const feed = setting<string>({
  parse: valid((value) => value === 'none' || isWebAddress(value)),
  expects: 'an address that begins with http:// or https://, or none',
  secret: true,
})

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

function isNetwork(network: string): boolean {
  const [address = '', bits] = network.trim().split('/')
  if (['loopback', 'linklocal', 'uniquelocal'].includes(network.trim())) return true
  const most = { 4: 32, 6: 128 }[isIP(address)]
  return most !== undefined && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
}

/** Every setting: its variable, default and purpose. */
export const SETTINGS = {
  port: port('PORT', 8080, 'port of the API; 0 picks a free one'),
  host: text('HOST', '127.0.0.1', 'address that the API listens on'),
  publicUrl: setting<string>({
    parse: (value) =>
      /^https?:\/\/[^/]+\/?$/.test(value) && URL.canParse(value) ? new URL(value).origin : undefined,
    expects: 'an address without a path, such as https://rates.example.com',
  })('PUBLIC_URL', '', 'public address of the dashboard; default: any host name that reaches it'),
  trustedProxies: setting<string>({
    parse: valid((value) => value.split(',').every(isNetwork)),
    expects: 'addresses or networks with commas between them, such as 10.0.0.0/8,loopback',
  })(
    'TRUSTED_PROXIES',
    '',
    'proxies whose X-Forwarded-For is trusted when sign-ins are throttled: addresses, networks, or loopback',
  ),
  mapStyleUrl: webAddress('an http or https address, such as https://tiles.example.com/style.json')(
    'MAP_STYLE_URL',
    '',
    'address of a MapLibre style for the maps of the dashboard; default: the bundled map',
  ),
  mapHosts: setting<string>({
    parse: valid((value) => value.split(',').every(isOrigin)),
    expects: 'addresses without a path and with commas between them, such as https://a.example.com',
  })('MAP_HOSTS', '', 'further hosts that the style of MAP_STYLE_URL loads tiles, fonts or images from'),
  opsPort: port('OPS_PORT', 0, 'port of metrics, health and readiness; 0 picks a free one'),
  opsHost: text('OPS_HOST', '127.0.0.1', 'address that the ops port listens on'),
  databaseUrl: database(
    'DATABASE_URL',
    '',
    'an existing PostgreSQL (15 or newer); default: an embedded one under VACANCY_HOME',
  ),
  databaseReplicaUrl: database(
    'DATABASE_REPLICA_URL',
    '',
    'a streaming replica of that PostgreSQL, for reads of the API; default: none',
  ),
  home: text('VACANCY_HOME', '.vacancy', 'folder of the embedded database and the generated secret key'),
  secretKey: encryptionKey(
    'SECRET_KEY',
    '',
    'encrypts webhook secrets and sessions; must be the same on every machine; default: generated and kept under VACANCY_HOME',
  ),
  secretKeyOld: encryptionKey(
    'SECRET_KEY_OLD',
    '',
    'the previous SECRET_KEY, until `vacancy secrets rotate` has finished',
  ),
  signUp: oneOf('open or closed', 'open', 'closed')(
    'SIGN_UP',
    '',
    'open: anyone who reaches the dashboard can create an account; closed: only the operator can; default: open if HOST is loopback, else closed',
  ),
  signUpPlan: setting<PlanName>({
    parse: (value) => (isPlan(value) ? value : undefined),
    expects: `one of ${PLAN_NAMES.join(', ')}`,
  })('SIGN_UP_PLAN', 'free', 'plan of the accounts that people make for themselves'),
  oidcIssuer: setting<string>({
    parse: valid((value) => isWebAddress(value) && (value.startsWith('https:') || isLoopbackUrl(value))),
    expects: 'an https address, such as https://accounts.example.com',
  })(
    'OIDC_ISSUER',
    '',
    'OpenID Connect provider that people sign in with; default: none. Needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET',
  ),
  oidcClientId: text('OIDC_CLIENT_ID', '', 'what the provider calls this server'),
  oidcClientSecret: setting<string>({ parse: (value) => value, expects: 'a text', secret: true })(
    'OIDC_CLIENT_SECRET',
    '',
    'secret that the provider gave this server',
  ),
  oidcName: setting<string>({
    parse: valid((value) => value.trim() === value && value.length <= 40),
    expects: 'a name of at most 40 characters',
  })('OIDC_NAME', '', 'name of the provider on the sign-in page; default: the host of OIDC_ISSUER'),
  oidcAllow: setting<string>({
    parse: valid((value) => parseAllowed(value) !== undefined),
    expects: 'domains with commas between them, such as example.com, or *',
  })(
    'OIDC_ALLOW',
    '',
    'domains whose people get in by the provider without an invitation, or *; default: none, only who is a member already',
  ),
  oidcRoles: setting<string>({
    parse: valid((value) => parseRoleRules(value) !== undefined),
    expects:
      'claim=value:role,value:role with the roles viewer, member and owner, such as groups=admins:owner',
  })(
    'OIDC_ROLES',
    '',
    'roles by what the provider says, claim=value:role,value:role; the first that fits counts, at each sign-in',
  ),
  oidcAccount: text(
    'OIDC_ACCOUNT',
    '',
    'account (its id or e-mail) that new people join by the provider; default: each gets an account of their own',
  ),
  passwords: oneOf('on or off', 'on', 'off')(
    'PASSWORDS',
    'on',
    'off: people sign in by the provider only, without passwords and passkeys',
  ),
  allowPrivateWebhooks: oneOf(
    'true, false or loopback',
    'true',
    'false',
    'loopback',
  )(
    'ALLOW_PRIVATE_WEBHOOKS',
    '',
    'true: webhooks may go to private addresses; loopback: to this machine; false: to public addresses only; default: loopback with the embedded database if HOST is loopback, else false',
  ),
  smtpUrl: setting<string>({
    parse: valid((value) => /^smtps?:\/\/[^/]/.test(value) && URL.canParse(value)),
    expects: 'an address that begins with smtp:// or smtps://',
    secret: true,
  })(
    'SMTP_URL',
    '',
    'mail server, smtp://user:password@host:port or smtps://…; default: no mail is sent. Needs MAIL_FROM and PUBLIC_URL',
  ),
  mailFrom: setting<string>({
    parse: valid((value) => /^[^\r\n]*[^\s@<]+@[^\s@>]+>?$/.test(value)),
    expects: 'an e-mail address, with or without a name',
  })('MAIL_FROM', '', 'sender of mails, such as Vacancy <alerts@example.com>'),
  sourcesFile: text('SOURCES_FILE', '', 'JSON file with sources; extends or replaces the bundled list'),
  fxUrl: feed(
    'FX_URL',
    'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml',
    'reference rates in the XML format of the European Central Bank; none: no rates, so prices in different currencies are not compared',
  ),
  fxExtraUrl: feed(
    'FX_EXTRA_URL',
    '',
    'rates of further currencies as JSON, {base, date, rates}; default: none',
  ),
  directorySync: oneOf('daily or off', 'daily', 'off')(
    'DIRECTORY_SYNC',
    'daily',
    'daily: workers read the hotel directories of the sources; off: they do not',
  ),
  historyDays: days('HISTORY_DAYS', 400, 'days to keep the rate history after a night'),
  usageDays: days('USAGE_DAYS', Number.POSITIVE_INFINITY, 'days to keep usage lines; default: never deleted'),
  // Jobs are kept for a limited time in any case.
  jobDays: whole(1, 366, 'a number of days from 1 to 366')(
    'JOB_DAYS',
    30,
    'days that a job and its cells can be read after its end',
  ),
  receiptDays: whole(1, 3660, 'a number of days from 1 to 3660')(
    'RECEIPT_DAYS',
    90,
    'days that a receipt and its bodies are kept',
  ),
  receiptAccountMb: megabytes(
    'RECEIPT_ACCOUNT_MB',
    2000,
    'megabytes that the receipts of an account may take; beyond that no more are made',
  ),
  receiptServerMb: megabytes(
    'RECEIPT_SERVER_MB',
    20_000,
    'megabytes that all receipts may take; beyond that no more are made',
  ),
  sandboxPort: port('SANDBOX_PORT', 0, 'port of the bundled sandbox; 0 picks a free one'),
  sandboxControlPort: port('SANDBOX_CONTROL_PORT', 0, "port of the sandbox's controls; 0 picks a free one"),
  sandboxControlToken: text(
    'SANDBOX_CONTROL_TOKEN',
    '',
    "what callers of the sandbox's controls send as x-control-token; default: a new one with each start, in the file sandbox.token under VACANCY_HOME",
  ),
  sandboxHistoryDays: whole(0, 400, 'a number of days from 0 to 400')(
    'SANDBOX_HISTORY_DAYS',
    90,
    'days of past that the first start makes for the example hotels of the sandbox; 0: none',
  ),
  traceUrl: webAddress('an address that begins with http:// or https://')(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    '',
    'OpenTelemetry receiver (OTLP over HTTP) for traces, such as http://127.0.0.1:4318; default: no traces',
  ),
  traceRatio: setting<number>({
    parse: (value) => (/^(0|1|0?\.\d+|1\.0+)$/.test(value) ? Number(value) : undefined),
    expects: 'a number from 0 to 1',
  })('OTEL_TRACES_SAMPLER_ARG', 1, 'share of the traces that is sent, from 0 to 1'),
  logLevel: oneOf(`one of ${LOG_LEVELS.join(', ')}`, ...LOG_LEVELS)(
    'LOG_LEVEL',
    'info',
    'minimum level of log lines',
  ),
}

export type Config = { readonly [name in keyof typeof SETTINGS]: (typeof SETTINGS)[name]['fallback'] }

/** Whether the database and all clients are on this machine. With a public address, a proxy here lets others in. */
export function isLocal({
  databaseUrl,
  host,
  publicUrl,
}: Pick<Config, 'databaseUrl' | 'host' | 'publicUrl'>): boolean {
  const isPublic = publicUrl !== '' && !isLoopback(new URL(publicUrl).hostname)
  return databaseUrl === '' && isLoopback(host) && !isPublic
}

/** Whether nobody else can reach the service, not even through a proxy that its operator set up. */
export function isUnreachable({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>): boolean {
  return publicUrl === '' && isLoopback(host)
}

/** Whether anyone may create an account. */
export function isSignUpOpen({ signUp, host }: Pick<Config, 'signUp' | 'host'>): boolean {
  return signUp === '' ? isLoopback(host) : signUp === 'open'
}

export function readConfig(env: Env): Config {
  const entries = Object.entries(SETTINGS).map(([name, each]) => [name, readSetting<unknown>(env, each)])
  const read = Object.fromEntries(entries) as Config
  const config = { ...read, home: resolve(read.home) }
  // Links in mails need an address that works from elsewhere.
  if (config.smtpUrl !== '' && (config.mailFrom === '' || config.publicUrl === '')) {
    throw new ConfigError('SMTP_URL needs MAIL_FROM and PUBLIC_URL.')
  }
  checkProvider(config)
  return config
}

function checkProvider(config: Config): void {
  const { oidcIssuer, oidcClientId, oidcClientSecret, oidcAllow, oidcRoles, oidcAccount } = config
  if (oidcIssuer === '') {
    const further = { OIDC_CLIENT_ID: oidcClientId, OIDC_CLIENT_SECRET: oidcClientSecret }
    const rules = { OIDC_ALLOW: oidcAllow, OIDC_ROLES: oidcRoles, OIDC_ACCOUNT: oidcAccount }
    const [set] = Object.entries({ ...further, ...rules }).find(([, value]) => value !== '') ?? []
    if (set !== undefined) throw new ConfigError(`${set} needs OIDC_ISSUER.`)
    if (config.passwords === 'off')
      throw new ConfigError('PASSWORDS=off needs OIDC_ISSUER, or nobody could sign in.')
    return
  }
  if (oidcClientId === '' || oidcClientSecret === '')
    throw new ConfigError('OIDC_ISSUER needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.')
  // The provider sends people back to an address that it knows.
  if (config.publicUrl === '' && !isLoopback(config.host))
    throw new ConfigError('OIDC_ISSUER needs PUBLIC_URL, the address that the provider sends people back to.')
}

/** An empty variable counts as unset, as in most process managers. */
function readSetting<T>(env: Env, { env: name, fallback, parse, expects, secret }: Setting<T>): T {
  const value = env[name]
  if (value === undefined || value === '') return fallback
  const parsed = parse(value)
  if (parsed === undefined) {
    const shown = secret ? '' : `, not ${JSON.stringify(value)}`
    throw new ConfigError(`${name} must be ${expects}${shown}.`)
  }
  return parsed
}

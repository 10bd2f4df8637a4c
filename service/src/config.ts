import { isIP } from 'node:net'
import { resolve } from 'node:path'

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

const port = (env: string, fallback: number, describe: string): Setting<number> => ({
  env,
  describe,
  fallback,
  parse: (text) => (/^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined),
  expects: 'a port number from 0 to 65535',
})

const text = (env: string, fallback: string, describe: string): Setting<string> => ({
  env,
  describe,
  fallback,
  parse: (value) => value,
  expects: 'a text',
})

/** Infinity: data is never deleted. */
const days = (env: string, fallback: number, describe: string): Setting<number> => ({
  env,
  describe,
  fallback,
  parse: (value) => (/^\d{2,5}$/.test(value) && Number(value) >= 31 ? Number(value) : undefined),
  expects: 'a number of days, 31 or more',
})

/** Jobs are kept for a limited time in any case. */
const jobDays: Setting<number> = {
  env: 'JOB_DAYS',
  describe: 'days that a job and its cells can be read after its end',
  fallback: 30,
  parse: (value) =>
    /^\d{1,3}$/.test(value) && Number(value) >= 1 && Number(value) <= 366 ? Number(value) : undefined,
  expects: 'a number of days from 1 to 366',
}

const sandboxHistoryDays: Setting<number> = {
  env: 'SANDBOX_HISTORY_DAYS',
  describe: 'days of past that the first start makes for the example hotels of the sandbox; 0: none',
  fallback: 90,
  parse: (value) => (/^\d{1,3}$/.test(value) && Number(value) <= 400 ? Number(value) : undefined),
  expects: 'a number of days from 0 to 400',
}

const traceRatio: Setting<number> = {
  env: 'OTEL_TRACES_SAMPLER_ARG',
  describe: 'share of the traces that is sent, from 0 to 1',
  fallback: 1,
  parse: (value) => (/^(0|1|0?\.\d+|1\.0+)$/.test(value) ? Number(value) : undefined),
  expects: 'a number from 0 to 1',
}

/** May contain a key, so it is never shown. */
const feedAddress = {
  parse: (value: string) =>
    value === 'none' || (/^https?:\/\//.test(value) && URL.canParse(value)) ? value : undefined,
  expects: 'an address that begins with http:// or https://, or none',
  secret: true,
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

function isNetwork(network: string): boolean {
  const [address = '', bits] = network.trim().split('/')
  if (['loopback', 'linklocal', 'uniquelocal'].includes(network.trim())) return true
  const most = { 4: 32, 6: 128 }[isIP(address)]
  return most !== undefined && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
}

const isWebAddress = (value: string) => /^https?:\/\//.test(value) && URL.canParse(value)
const isOrigin = (value: string) => isWebAddress(value.trim()) && new URL(value).origin === value.trim()

/** Every setting: its variable, default and purpose. */
export const SETTINGS = {
  port: port('PORT', 8080, 'port of the API; 0 picks a free one'),
  host: text('HOST', '127.0.0.1', 'address that the API listens on'),
  publicUrl: {
    ...text('PUBLIC_URL', '', 'public address of the dashboard; default: any host name that reaches it'),
    parse: (value: string) =>
      /^https?:\/\/[^/]+\/?$/.test(value) && URL.canParse(value) ? new URL(value).origin : undefined,
    expects: 'an address without a path, such as https://rates.example.com',
  },
  trustedProxies: {
    ...text(
      'TRUSTED_PROXIES',
      '',
      'proxies whose X-Forwarded-For is trusted when sign-ins are throttled: addresses, networks, or loopback',
    ),
    parse: (value: string) => (value.split(',').every(isNetwork) ? value : undefined),
    expects: 'addresses or networks with commas between them, such as 10.0.0.0/8,loopback',
  },
  mapStyleUrl: {
    ...text(
      'MAP_STYLE_URL',
      '',
      'address of a MapLibre style for the maps of the dashboard; default: the bundled map',
    ),
    parse: (value: string) => (isWebAddress(value) ? value : undefined),
    expects: 'an http or https address, such as https://tiles.example.com/style.json',
  },
  mapHosts: {
    ...text(
      'MAP_HOSTS',
      '',
      'further hosts that the style of MAP_STYLE_URL loads tiles, fonts or images from',
    ),
    parse: (value: string) => (value.split(',').every(isOrigin) ? value : undefined),
    expects: 'addresses without a path and with commas between them, such as https://a.example.com',
  },
  opsPort: port('OPS_PORT', 0, 'port of metrics, health and readiness; 0 picks a free one'),
  opsHost: text('OPS_HOST', '127.0.0.1', 'address that the ops port listens on'),
  databaseUrl: {
    ...text(
      'DATABASE_URL',
      '',
      'an existing PostgreSQL (15 or newer); default: an embedded one under VACANCY_HOME',
    ),
    parse: (value: string) => (/^postgres(ql)?:\/\//.test(value) ? value : undefined),
    expects: 'an address that begins with postgres://',
    secret: true,
  },
  databaseReplicaUrl: {
    ...text(
      'DATABASE_REPLICA_URL',
      '',
      'a streaming replica of that PostgreSQL, for reads of the API; default: none',
    ),
    parse: (value: string) => (/^postgres(ql)?:\/\//.test(value) ? value : undefined),
    expects: 'an address that begins with postgres://',
    secret: true,
  },
  home: {
    ...text('VACANCY_HOME', '.vacancy', 'folder of the embedded database and the generated secret key'),
    parse: (value: string) => resolve(value),
  },
  secretKey: {
    ...text(
      'SECRET_KEY',
      '',
      'encrypts webhook secrets and sessions; must be the same on every machine; default: generated and kept under VACANCY_HOME',
    ),
    parse: (value: string) => (/^[0-9a-f]{64}$/i.test(value) ? value : undefined),
    expects: '64 hexadecimal digits',
    secret: true,
  },
  secretKeyOld: {
    ...text('SECRET_KEY_OLD', '', 'the previous SECRET_KEY, until `vacancy secrets rotate` has finished'),
    parse: (value: string) => (/^[0-9a-f]{64}$/i.test(value) ? value : undefined),
    expects: '64 hexadecimal digits',
    secret: true,
  },
  signUp: {
    ...text(
      'SIGN_UP',
      '',
      'open: anyone who reaches the dashboard can create an account; closed: only the operator can; default: open if HOST is loopback, else closed',
    ),
    parse: (value: string) => (['open', 'closed'].includes(value) ? value : undefined),
    expects: 'open or closed',
  },
  allowPrivateWebhooks: {
    ...text(
      'ALLOW_PRIVATE_WEBHOOKS',
      '',
      'true: webhooks may go to private addresses; loopback: to this machine; false: to public addresses only; default: loopback with the embedded database if HOST is loopback, else false',
    ),
    parse: (value: string) => (['true', 'false', 'loopback'].includes(value) ? value : undefined),
    expects: 'true, false or loopback',
  },
  smtpUrl: {
    ...text(
      'SMTP_URL',
      '',
      'mail server, smtp://user:password@host:port or smtps://…; default: no mail is sent. Needs MAIL_FROM and PUBLIC_URL',
    ),
    parse: (value: string) => (/^smtps?:\/\/[^/]/.test(value) && URL.canParse(value) ? value : undefined),
    expects: 'an address that begins with smtp:// or smtps://',
    secret: true,
  },
  mailFrom: {
    ...text('MAIL_FROM', '', 'sender of mails, such as Vacancy <alerts@example.com>'),
    parse: (value: string) => (/^[^\r\n]*[^\s@<]+@[^\s@>]+>?$/.test(value) ? value : undefined),
    expects: 'an e-mail address, with or without a name',
  },
  sourcesFile: text('SOURCES_FILE', '', 'JSON file with sources; extends or replaces the bundled list'),
  fxUrl: {
    ...text(
      'FX_URL',
      'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml',
      'reference rates in the XML format of the European Central Bank; none: no rates, so prices in different currencies are not compared',
    ),
    ...feedAddress,
  },
  fxExtraUrl: {
    ...text('FX_EXTRA_URL', '', 'rates of further currencies as JSON, {base, date, rates}; default: none'),
    ...feedAddress,
  },
  directorySync: {
    ...text(
      'DIRECTORY_SYNC',
      'daily',
      'daily: workers read the hotel directories of the sources; off: they do not',
    ),
    parse: (value: string) => (['daily', 'off'].includes(value) ? value : undefined),
    expects: 'daily or off',
  },
  directoryPace: {
    ...text(
      'DIRECTORY_PACE',
      'gentle',
      'gentle: reading directories leaves most of the machine to people’s calls; fast: it does not rest',
    ),
    parse: (value: string) => (['gentle', 'fast'].includes(value) ? value : undefined),
    expects: 'gentle or fast',
  },
  historyDays: days('HISTORY_DAYS', 400, 'days to keep the rate history after a night'),
  usageDays: days('USAGE_DAYS', Number.POSITIVE_INFINITY, 'days to keep usage lines; default: never deleted'),
  jobDays,
  sandboxPort: port('SANDBOX_PORT', 0, 'port of the bundled sandbox; 0 picks a free one'),
  sandboxControlPort: port('SANDBOX_CONTROL_PORT', 0, "port of the sandbox's controls; 0 picks a free one"),
  sandboxHistoryDays,
  traceUrl: {
    ...text(
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      '',
      'OpenTelemetry receiver (OTLP over HTTP) for traces, such as http://127.0.0.1:4318; default: no traces',
    ),
    parse: (value: string) => (/^https?:\/\//.test(value) && URL.canParse(value) ? value : undefined),
    expects: 'an address that begins with http:// or https://',
  },
  traceRatio,
  logLevel: {
    ...text('LOG_LEVEL', 'info', 'minimum level of log lines'),
    parse: (value: string) => (LOG_LEVELS.includes(value) ? value : undefined),
    expects: `one of ${LOG_LEVELS.join(', ')}`,
  },
} satisfies Record<string, Setting<number> | Setting<string>>

export type Config = { readonly [name in keyof typeof SETTINGS]: (typeof SETTINGS)[name]['fallback'] }

/** Whether only this machine can reach the service. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}

/** Whether the database and all clients are on this machine. With a public address, a proxy here lets others in. */
export function isLocal({
  databaseUrl,
  host,
  publicUrl,
}: Pick<Config, 'databaseUrl' | 'host' | 'publicUrl'>): boolean {
  const isPublic = publicUrl !== '' && !isLoopback(new URL(publicUrl).hostname)
  return databaseUrl === '' && isLoopback(host) && !isPublic
}

/** Whether anyone may create an account. */
export function isSignUpOpen({ signUp, host }: Pick<Config, 'signUp' | 'host'>): boolean {
  return signUp === '' ? isLoopback(host) : signUp === 'open'
}

/** An empty variable counts as unset, as in most process managers. */
export function readConfig(env: Env): Config {
  const read = <T>(setting: Setting<T>): T => {
    const value = env[setting.env]
    if (value === undefined || value === '') return setting.fallback
    const parsed = setting.parse(value)
    if (parsed === undefined) {
      const shown = setting.secret ? '' : `, not ${JSON.stringify(value)}`
      throw new ConfigError(`${setting.env} must be ${setting.expects}${shown}.`)
    }
    return parsed
  }
  const config = {
    port: read(SETTINGS.port),
    host: read(SETTINGS.host),
    publicUrl: read(SETTINGS.publicUrl),
    trustedProxies: read(SETTINGS.trustedProxies),
    mapStyleUrl: read(SETTINGS.mapStyleUrl),
    mapHosts: read(SETTINGS.mapHosts),
    opsPort: read(SETTINGS.opsPort),
    opsHost: read(SETTINGS.opsHost),
    databaseUrl: read(SETTINGS.databaseUrl),
    databaseReplicaUrl: read(SETTINGS.databaseReplicaUrl),
    home: resolve(read(SETTINGS.home)),
    secretKey: read(SETTINGS.secretKey),
    secretKeyOld: read(SETTINGS.secretKeyOld),
    signUp: read(SETTINGS.signUp),
    allowPrivateWebhooks: read(SETTINGS.allowPrivateWebhooks),
    smtpUrl: read(SETTINGS.smtpUrl),
    mailFrom: read(SETTINGS.mailFrom),
    sourcesFile: read(SETTINGS.sourcesFile),
    fxUrl: read(SETTINGS.fxUrl),
    fxExtraUrl: read(SETTINGS.fxExtraUrl),
    directorySync: read(SETTINGS.directorySync),
    directoryPace: read(SETTINGS.directoryPace),
    historyDays: read(SETTINGS.historyDays),
    usageDays: read(SETTINGS.usageDays),
    jobDays: read(SETTINGS.jobDays),
    sandboxPort: read(SETTINGS.sandboxPort),
    sandboxControlPort: read(SETTINGS.sandboxControlPort),
    sandboxHistoryDays: read(SETTINGS.sandboxHistoryDays),
    traceUrl: read(SETTINGS.traceUrl),
    traceRatio: read(SETTINGS.traceRatio),
    logLevel: read(SETTINGS.logLevel),
  }
  // Links in mails need an address that works from elsewhere.
  if (config.smtpUrl !== '' && (config.mailFrom === '' || config.publicUrl === '')) {
    throw new ConfigError('SMTP_URL needs MAIL_FROM and PUBLIC_URL.')
  }
  return config
}

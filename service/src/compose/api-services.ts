import { MatrixCell } from '../cells/cell.ts'
import { type Config, isLocal, isSignUpOpen } from '../config.ts'
import { openSelling } from '../edge/open-selling.ts'
import { openAgentSignIn } from '../grants/sign-in.ts'
import { openHotels } from '../hotels/open-hotels.ts'
import { JobSchema } from '../jobs/job.ts'
import { LIMITS } from '../kernel/limits.ts'
import { acceptAsProved } from '../members/invitations.ts'
import { createAutoAges } from '../observations/auto-ages.ts'
import { createObservations } from '../observations/observations.ts'
import { BYTES_PER_MB, createReceipts } from '../receipts/issue.ts'
import { createCurrentKey } from '../receipts/keys.ts'
import { createRecorder } from '../requests/recorder.ts'
import { writeLogged } from '../requests/store.ts'
import { openSessions } from '../sessions/open-sessions.ts'
import { createHotelsOfSet } from '../sets/store.ts'
import { allowPrivateOf, checkAddress } from '../webhooks/address.ts'
import { createEndAccess } from './end-access.ts'
import { installationOf } from './installation.ts'
import { mailerOf, unaskedOf } from './mail.ts'
import { createObservationWriter } from './observation-writer.ts'
import { providerOf } from './provider.ts'
import { openReads } from './reads.ts'
import type { Runtime } from './runtime.ts'

/** The runtime, and what only the API has. The rooms take from it what their routes need. */
export type ApiServices = ReturnType<typeof openApiServices>

export function openApiServices(config: Config, runtime: Runtime) {
  const { pool, steady, hotels, log } = runtime
  const servers = openReads(config.databaseReplicaUrl, runtime)
  const selling = openSelling(runtime)
  const known = openHotels(runtime)
  const writer = createObservationWriter(runtime)
  const recorder = createRecorder({ write: (batch) => writeLogged(steady, batch), log })
  const mailer = mailerOf(config, log, runtime.presence.mailed)
  const unasked = unaskedOf(config, runtime)
  const people = openSessions(
    { ...runtime, mailer, unasked },
    {
      ...config,
      isSignUpOpen: isSignUpOpen(config),
      provider: providerOf(config),
      passwords: config.passwords === 'on',
      acceptInvitation: acceptAsProved,
      endAccess: createEndAccess(runtime.vault),
    },
  )
  const allowPrivate = allowPrivateOf({ ...config, isLocal: isLocal(config) })
  const agents = openAgentSignIn(pool, { ...config, allowPrivate })
  return {
    ...runtime,
    ...selling,
    ...known,
    ...people,
    reads: servers.reads,
    steadyReads: servers.steady,
    replicaLag: servers.lagSec,
    observations: createObservations(steady, hotels, writer),
    // Citus does not plan lists of hotels before it knows them.
    ages: createAutoAges(pool, hotels, runtime.now),
    hotelsOfSet: createHotelsOfSet(pool),
    receipts: createReceipts({
      ...runtime,
      families: runtime.catalog.families,
      currentKey: createCurrentKey(pool, runtime.vault),
      publicUrl: config.publicUrl,
      bounds: {
        bytesOfReceipt: LIMITS.receiptBytes,
        bytesOfAccount: config.receiptAccountMb * BYTES_PER_MB,
        bytesOfServer: config.receiptServerMb * BYTES_PER_MB,
      },
    }),
    receiptDays: config.receiptDays,
    record: recorder.record,
    agents,
    mailer,
    unasked,
    canMail: mailer !== null,
    installation: () => installationOf(config),
    publicUrl: config.publicUrl,
    allowPrivate,
    checkAddress: (url: string) => checkAddress(url, { allowPrivate }),
    /** The data of events, from the rooms that create them. */
    subjects: { cell: MatrixCell, job: JobSchema },
    jobDays: config.jobDays,
    historyDays: config.historyDays,
    /** Called when all requests are answered. */
    close: async () => {
      await agents.close()
      await recorder.close()
      await writer.close()
      await known.close()
      await servers.close()
      await selling.close()
    },
  }
}

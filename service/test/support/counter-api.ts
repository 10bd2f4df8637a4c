import { composeApi } from '../../src/compose/api.ts'
import { readConfig } from '../../src/config.ts'
import { runRole } from '../../src/role.ts'
import { counterRoutes } from './counter-routes.ts'

/** A real API process, as `vacancy api` starts it, that also has the counter. */
await runRole(await composeApi(readConfig(process.env), { routes: counterRoutes }))

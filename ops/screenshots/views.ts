import { askedViews } from './asked-views.ts'
import { LAST_VIEWS, openedViews, publicViews } from './opened-views.ts'
import type { Made } from './use.ts'
import type { View } from './view.ts'

/** Every page. */
export function viewsOf(made: Made): View[] {
  return [
    // First, because it ends.
    { name: 'job-running', path: `/jobs/${made.runningJob}`, look: 'phone' },
    ...publicViews(made),
    ...openedViews(made),
    ...askedViews(made),
    ...LAST_VIEWS,
  ]
}

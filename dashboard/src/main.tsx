import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { guardLinks } from './api/connection.ts'
import { Fault } from './api/fault.ts'
import { QUOTED } from './hotels/quoted-currency.ts'
import { createPages } from './pages.tsx'
import { fitPrints } from './shell/fit-print.ts'
import './styles/tokens.css'
import './styles/base.css'
import './styles/forms.css'
import './styles/shell.css'
import './styles/signing.css'
import './styles/data.css'
import './styles/stacked.css'
import './styles/account.css'
import './styles/charts.css'
import './styles/explorer.css'
import './styles/map.css'
import './styles/hotels.css'
import './styles/figures.css'
import './styles/boards.css'
import './styles/awards.css'
import './styles/print.css'

/** If the session has ended elsewhere, the shell notices and shows the sign-in page. */
const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      const signedOut = error instanceof Fault && error.message === 'You are not signed in.'
      if (signedOut && query.queryKey[0] !== 'session')
        void queries.invalidateQueries({ queryKey: ['session'] })
    },
  }),
  defaultOptions: {
    // The server may be on this machine: a browser without internet access reaches it.
    queries: { retry: false, staleTime: 5000, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
})

queries.setQueryDefaults([QUOTED], { gcTime: Number.POSITIVE_INFINITY })

fitPrints()
guardLinks()
const root = document.querySelector('#page')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={createPages()} />
      </QueryClientProvider>
    </StrictMode>,
  )
}

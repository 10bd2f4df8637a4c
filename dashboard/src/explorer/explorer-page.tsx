import { Link, Navigate, useParams } from '@tanstack/react-router'
import { lastPathBelow, lastTexts } from '../shell/last-texts.ts'
import { WithChains } from '../shell/with-chains.tsx'
import { Page } from '../ui/page.tsx'
import { Bench } from './bench.tsx'
import { TOOL_IDS, TOOLS, type ToolId } from './tools.ts'

export function ExplorerPage() {
  const { tool } = useParams({ strict: false })
  const id = TOOL_IDS.find((known) => known === tool) ?? 'stay'
  if (tool === undefined) return <LastTool />
  return (
    <Page
      title="Explorer"
      about="Make real calls with the selected key. They are charged like any other call."
    >
      <Tabs here={id} />
      <WithChains lines={6}>{(chains) => <Bench key={id} tool={TOOLS[id]} chains={chains} />}</WithChains>
    </Page>
  )
}

/** The explorer opens with the tool, the form and the answer that were last used. */
function LastTool() {
  const path = lastPathBelow('/explorer') ?? ''
  const tool = TOOL_IDS.find((id) => path === `/explorer/${id}`) ?? 'stay'
  return <Navigate to="/explorer/$tool" params={{ tool }} search={lastTexts(path)} replace />
}

function Tabs({ here }: { here: ToolId }) {
  return (
    <nav className="tabs" aria-label="Tools">
      {TOOL_IDS.map((id) => (
        <Link
          key={id}
          to="/explorer/$tool"
          params={{ tool: id }}
          search={lastTexts(`/explorer/${id}`)}
          aria-current={id === here ? 'page' : undefined}
        >
          {TOOLS[id].title}
        </Link>
      ))}
    </nav>
  )
}

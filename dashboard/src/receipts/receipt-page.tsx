import { useMutation } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ParityResponse, ReceiptBodies, ShopResponse, SignedReceipt } from '@vacancy/client'
import { call, saveText } from '../api/call.ts'
import { ParityResult } from '../explorer/parity-result.tsx'
import { StayResult } from '../explorer/stay-result.tsx'
import { useActingKey } from '../shell/acting-key.tsx'
import { NeedsKey } from '../shell/needs-key.tsx'
import { BackLink } from '../ui/back-link.tsx'
import { Button } from '../ui/button.tsx'
import { FaultNote, Loaded } from '../ui/feedback.tsx'
import { formatMoment } from '../ui/format.ts'
import { Card, FactList, Heads, Page, Table } from '../ui/page.tsx'
import { type AwardAnswer, AwardResult } from './award-result.tsx'
import { TITLES, useReceipt } from './queries.ts'
import { ShareReceipt } from './share-receipt.tsx'

export function ReceiptPage() {
  const { id = '' } = useParams({ strict: false })
  const { keyId } = useActingKey()
  const query = useReceipt(id)
  return (
    <>
      <BackLink to="/receipts">Receipts</BackLink>
      {keyId === undefined ? (
        <NeedsKey />
      ) : (
        <Loaded query={query}>{(receipt) => <Shown receipt={receipt} keyId={keyId} />}</Loaded>
      )}
    </>
  )
}

function Shown({ receipt, keyId }: { receipt: SignedReceipt; keyId: string }) {
  const { id, made_at, issuer, endpoint, question, readings, signature } = receipt
  const save = useMutation({
    mutationFn: async () => {
      const { data } = await call<ReceiptBodies>(`/v1/receipts/${id}/bodies`, { keyId })
      const file = JSON.stringify({ receipt, bodies: data.bodies })
      saveText(`${id}.json`, file, 'application/json')
    },
  })
  const signed = `Signed ${formatMoment(made_at)}${issuer === null ? '' : ` by ${issuer}`}.`
  return (
    <Page
      title={TITLES[endpoint]}
      about={signed}
      actions={
        <>
          <Button onClick={() => print()}>Print or PDF</Button>
          <Button icon="down" busy={save.isPending} onClick={() => save.mutate()}>
            Download
          </Button>
        </>
      }
    >
      {save.error && <FaultNote error={save.error} />}
      <section className="card result" aria-label="Answer">
        <AnswerOf receipt={receipt} />
      </section>
      <ShareReceipt id={id} />
      <Card title="Asked">
        <FactList
          facts={Object.entries(question).map(([name, value]) => [
            name.replaceAll('_', ' '),
            typeof value === 'string' ? value : JSON.stringify(value),
          ])}
        />
      </Card>
      <Card flush title="What the sources sent">
        <BodiesTable readings={readings} />
      </Card>
      <Card title="Verify it">
        <p>
          Receipt <code>{id}</code>, signed with the key <code>{signature.key}</code> (Ed25519). Download it,
          then run <code>vacancy receipts verify {id}.json</code>: no account is needed for that.
        </p>
        <p className="hint">
          Prices of sources that are not listed above came from the cache, and this receipt does not prove
          them.
        </p>
      </Card>
    </Page>
  )
}

function AnswerOf({ receipt: { endpoint, answer } }: { receipt: SignedReceipt }) {
  switch (endpoint) {
    case 'shop':
      return <StayResult stay={answer as unknown as ShopResponse} />
    case 'award':
      return <AwardResult award={answer as unknown as AwardAnswer} />
    case 'parity':
      return <ParityResult parity={answer as unknown as ParityResponse} />
  }
}

function BodiesTable({ readings }: { readings: SignedReceipt['readings'] }) {
  return (
    <Table label="Bodies">
      <Heads of={['Source', 'Request', 'Status', 'SHA-256 of the body']} />
      <tbody>
        {readings.flatMap(({ source, observed_at, bodies }) =>
          bodies.map(({ method, path, status, failure, sha256 }, index) => (
            <tr key={`${source} ${String(index)}`}>
              <th scope="row">
                {source}
                <span className="under">{formatMoment(observed_at)}</span>
              </th>
              <td className="wordy">
                {method} {path}
              </td>
              <td>{status ?? failure ?? 'no answer'}</td>
              <td className="wordy">
                <code>{sha256 ?? '–'}</code>
              </td>
            </tr>
          )),
        )}
      </tbody>
    </Table>
  )
}

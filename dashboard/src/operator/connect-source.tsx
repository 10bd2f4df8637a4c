import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { type SourceSettings, useVendors, type Vendor } from '../api/source-queries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Loaded } from '../ui/feedback.tsx'
import { type SourceBody, SourceForm } from './source-form.tsx'

/** From what one wants to have, to a source that sells. */
export function ConnectSource() {
  const [isOpen, setOpen] = useState(false)
  const [saved, setSaved] = useState<SourceSettings | null>(null)
  return (
    <>
      <div className="form-foot">
        <Button look="primary" icon="plus" onClick={() => setOpen(true)}>
          Add a source
        </Button>
        {saved !== null && <Saved source={saved} />}
      </div>
      {isOpen && (
        <Choosing
          onClose={() => setOpen(false)}
          onSaved={(source) => {
            setSaved(source)
            setOpen(false)
          }}
        />
      )}
    </>
  )
}

function Saved({ source: { id, family, fields } }: { source: SourceSettings }) {
  const { hotel } = fields
  return (
    <p role="status">
      <code>{id}</code> is connected.{' '}
      {hotel !== undefined && (
        <Link to="/explorer/$tool" params={{ tool: 'stay' }} search={{ chain: id, hotel_code: hotel }}>
          Shop a stay there
        </Link>
      )}
      {family === 'serp' && (
        <Link to="/explorer/$tool" params={{ tool: 'parity' }}>
          Compare the sellers of a hotel
        </Link>
      )}
    </p>
  )
}

function Choosing({ onClose, onSaved }: { onClose(): void; onSaved(source: SourceSettings): void }) {
  const query = useVendors()
  const queries = useQueryClient()
  const [vendor, setVendor] = useState<Vendor | null>(null)
  const save = async (body: SourceBody, proof: string | null) => {
    const { data } = await call<SourceSettings>('/operator/sources', {
      method: 'POST',
      body: { ...body, proof },
    })
    await queries.invalidateQueries()
    return data
  }
  return (
    <Dialog title={vendor?.name ?? 'What do you want to have?'} onClose={onClose}>
      {vendor ? (
        <SourceForm
          vendor={vendor}
          tryAt="/operator/sources/try"
          save={save}
          onSaved={onSaved}
          onClose={() => setVendor(null)}
        />
      ) : (
        <Loaded query={query}>
          {({ vendors }) => (
            <ul className="vendors">
              {vendors.map((one) => (
                <li key={one.id}>
                  <button type="button" onClick={() => setVendor(one)}>
                    <strong>{one.brings}</strong>
                    <span className="under">
                      {one.name}. {one.cost}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      )}
    </Dialog>
  )
}

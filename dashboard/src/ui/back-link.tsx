import { Link, type LinkProps } from '@tanstack/react-router'

/** Above a page, to the list that it belongs to. */
export function BackLink({ to, children }: { to: NonNullable<LinkProps['to']>; children: string }) {
  return (
    <Link className="back" to={to}>
      ← {children}
    </Link>
  )
}

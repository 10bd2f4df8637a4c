/** A V with the lit lamp of a vacancy sign. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#22214a" />
      <path
        d="M8 9.5 14.2 23h2.6L21 13.8"
        fill="none"
        stroke="#fff"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="23.6" cy="9.6" r="2.9" fill="#ffb454" />
    </svg>
  )
}

import { useState } from 'react'
import { Icon } from '../ui/icon.tsx'

const THEMES = ['auto', 'light', 'dark'] as const
type Theme = (typeof THEMES)[number]

const STORED = 'vacancy.theme'
const ICONS = { auto: 'auto', light: 'sun', dark: 'moon' } as const
const NAMES = { auto: 'system', light: 'light', dark: 'dark' } as const

function stored(): Theme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'auto'
}

export function ThemeToggle() {
  const [theme, setTheme] = useState<Theme>(stored)
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'auto'
  const apply = () => {
    setTheme(next)
    if (next === 'auto') {
      localStorage.removeItem(STORED)
      delete document.documentElement.dataset['theme']
    } else {
      localStorage.setItem(STORED, next)
      document.documentElement.dataset['theme'] = next
    }
  }
  const label = `Colours: ${NAMES[theme]}. Switch to ${NAMES[next]}.`
  return (
    <button type="button" className="icon-button" onClick={apply} aria-label={label} title={label}>
      <Icon name={ICONS[theme]} />
    </button>
  )
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const TOKENS = readFileSync(join(import.meta.dirname, '..', 'src', 'styles', 'tokens.css'), 'utf8')

/** Every value of a token, one per theme, in the order of the file. */
function valuesOf(token: string): string[] {
  return [...TOKENS.matchAll(new RegExp(`--${token}: (#[0-9a-f]{6});`, 'g'))].map(([, color = '']) => color)
}

/** As WCAG 2 defines it. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

// A browser test sees only the prices of its day. The dearest night must be readable on every day.
test.each(['heat-low', 'heat-high', 'heat-none', 'cool', 'warm'])(
  'small text can be read on %s in every theme',
  (token) => {
    const texts = valuesOf('heat-text')
    const grounds = valuesOf(token)
    expect(grounds).toHaveLength(texts.length)
    expect(texts.length).toBeGreaterThan(1)
    const ratios = texts.map((text, theme) => contrast(text, grounds[theme] ?? ''))
    expect(Math.min(...ratios)).toBeGreaterThanOrEqual(4.5)
  },
)

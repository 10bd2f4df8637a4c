const PX_PER_MM = 96 / 25.4
/** The room on a sheet of paper inside its margins, as `print.css` has them; a little less, because browsers round. */
const ROOM = { width: 190 * PX_PER_MM, height: 277 * PX_PER_MM * 0.98 }
const USUAL_ZOOM = 0.62
const LEAST_ZOOM = 0.2
const ZOOM = '--print-zoom'

/** A board is printed on one page: a long one becomes smaller instead of running over. Styles alone cannot tell how long it is. */
export function fitPrints(): void {
  const { style } = document.documentElement
  addEventListener('beforeprint', () => {
    if (document.querySelector('.board') === null) return
    const showScreen = showAsPrinted()
    let zoom = USUAL_ZOOM
    do {
      style.setProperty(ZOOM, zoom.toFixed(2))
      zoom -= 0.02
    } while (!fits() && zoom >= LEAST_ZOOM)
    showScreen()
  })
  addEventListener('afterprint', () => style.removeProperty(ZOOM))
}

/** Lays the page out as for paper, and returns what undoes that. */
function showAsPrinted(): () => void {
  const rules = [...document.styleSheets]
    .flatMap(({ cssRules }) => Array.from(cssRules))
    .filter((rule) => rule instanceof CSSMediaRule && rule.media.mediaText === 'print') as CSSMediaRule[]
  for (const { media } of rules) media.mediaText = 'all'
  const { style } = document.body
  style.width = `${ROOM.width}px`
  return () => {
    for (const { media } of rules) media.mediaText = 'print'
    style.removeProperty('width')
  }
}

function fits(): boolean {
  const tables = [...document.querySelectorAll('.figure-table')]
  return (
    document.body.getBoundingClientRect().height <= ROOM.height &&
    tables.every((table) => table.scrollWidth <= table.clientWidth + 1)
  )
}

// Before anything is drawn, so that a chosen theme does not flash in. A file of its own: the page may run no inline script.
{
  const chosen = localStorage.getItem('vacancy.theme')
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
}

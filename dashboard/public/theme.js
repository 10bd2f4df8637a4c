// Runs before the first paint, so that the chosen theme does not flash. A separate file, because the page allows no inline scripts.
{
  const chosen = localStorage.getItem('vacancy.theme')
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
}

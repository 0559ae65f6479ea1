/** Marks the heading that is being read in the page's list of headings. */
export function followReading(): void {
  const links = new Map(
    [...document.querySelectorAll<HTMLAnchorElement>('.contents a')].map((link) => [decodeURIComponent(link.hash.slice(1)), link]),
  );
  const headings = [...links.keys()].map((id) => document.getElementById(id)).filter((heading) => heading !== null);
  if (headings.length === 0) return;
  const mark = (): void => {
    const read = headings.findLast((heading) => heading.getBoundingClientRect().top < 120) ?? headings[0];
    for (const [id, link] of links) {
      if (id === read?.id) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  };
  addEventListener('scroll', mark, { passive: true });
  mark();
}

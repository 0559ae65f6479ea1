/**
 * Returns a page as Markdown for programs that read no HTML. Links lead to the Markdown of the other pages; one to a file that the site
 * does not have becomes plain text.
 */
export const pageMarkdown = (markdown: string, linkTo: (href: string) => string | null): string =>
  markdown.replaceAll(codeOrLink, (whole, _fence: string | undefined, text: string | undefined, href: string | undefined) => {
    if (href === undefined) return isLayout.test(whole) ? '' : whole;
    const target = linkTo(href);
    return target === null ? (text ?? '') : `[${text}](${target.replace(toPage, '$1.md$2')})`;
  });

/** Matches a fenced block, code within a line, a line that only lays out HTML, or a link. */
const codeOrLink = /^(`{3,})[^\n]*\n[\s\S]*?^\1$|^<\/?div.*>\n|\[((?:[^[\]`]|`[^`]*`)*)\]\(([^)\s]+)\)|`[^`\n]*`/gm;
const isLayout = /^<\/?div/;
/** Matches a relative link to a page. The references are HTML only. */
const toPage = /^((?!https?:)(?!(?:\.\.\/)*reference\/)[^#]*)\.html(#.*)?$/;

/** Adds a button to each piece of code. Screen readers announce that the code was copied. */
export function addCopyButtons(): void {
  if (!navigator.clipboard) return;
  for (const figure of document.querySelectorAll<HTMLElement>('figure.code')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.setAttribute('aria-live', 'polite');
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(figure.querySelector('code')?.textContent?.trimEnd() ?? '');
      button.textContent = 'Copied';
      setTimeout(() => (button.textContent = 'Copy'), 2_000);
    });
    figure.append(button);
  }
}

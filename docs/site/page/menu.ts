/** Opens and closes the navigation on a narrow screen. On a wide one it scrolls a long navigation to the current page. */
export function addMenu(button: HTMLButtonElement, navigation: HTMLElement): void {
  const open = (isOpen: boolean): void => {
    button.setAttribute('aria-expanded', String(isOpen));
    navigation.classList.toggle('open', isOpen);
  };
  button.addEventListener('click', () => open(button.getAttribute('aria-expanded') !== 'true'));
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || button.getAttribute('aria-expanded') !== 'true') return;
    open(false);
    button.focus();
  });
  navigation.classList.add('closable');
  button.hidden = false;
  const current = navigation.querySelector<HTMLElement>('[aria-current]');
  if (current && current.offsetTop > navigation.clientHeight) navigation.scrollTop = current.offsetTop - navigation.clientHeight / 2;
}

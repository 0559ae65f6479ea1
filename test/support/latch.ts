/** Returns something that happens once: `give` lets it happen, and `given` resolves then. */
export function latch() {
  let give = (): void => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { give: () => give(), given };
}

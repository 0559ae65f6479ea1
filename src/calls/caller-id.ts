/**
 * Chooses one of a tenant's numbers for a call, by chance weighted with health: a number of health 50 is chosen half as often as
 * one of 100, and one of health 0 never (D-38). Undefined where no number can be chosen.
 */
export function chooseCallerId<T extends { readonly health: number }>(numbers: readonly T[], random: () => number): T | undefined {
  const total = numbers.reduce((sum, number) => sum + number.health, 0);
  let draw = random() * total;
  for (const number of numbers) {
    draw -= number.health;
    if (draw < 0) return number;
  }
  return undefined;
}

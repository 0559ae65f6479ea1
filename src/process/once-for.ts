/**
 * Makes a thing for an object at the first request and keeps it as long as the object exists: one for each service in
 * the process, each log, each database. A promise that fails is not kept.
 */
export function onceFor<Subject extends WeakKey, Thing extends object>(make: (subject: Subject) => Thing): (subject: Subject) => Thing {
  const made = new WeakMap<Subject, Thing>();
  return (subject) => {
    const known = made.get(subject);
    if (known !== undefined) return known;
    const thing = make(subject);
    made.set(subject, thing);
    if (thing instanceof Promise) thing.catch(() => made.delete(subject));
    return thing;
  };
}

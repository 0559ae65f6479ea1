/** Returns what a statement sets to begin a new cycle of attempts of a finished delivery `d`. Both times are SQL. */
export const beginCycle = ({ goAt, dueAt = goAt }: { readonly goAt: string; readonly dueAt?: string }): string => `
                status = 'retrying',
                status_before = d.status,
                next_retry_at = ${goAt},
                due_at = ${dueAt},
                finished_at = null,
                failed_at = null,
                cycle_attempt = 0`;

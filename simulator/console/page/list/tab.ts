export const tabs = ['calls', 'deliveries', 'texts', 'timeline'] as const;
export type Tab = (typeof tabs)[number];
export const tabNames: Readonly<Record<Tab, string>> = { calls: 'Calls', deliveries: 'Webhooks', texts: 'Texts', timeline: 'Timeline' };

declare const process: { readonly env: Readonly<Record<string, string>> };

function given(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set.`);
  return value;
}

export const apiUrl = given('API_URL');
export const apiKey = given('API_KEY');
export const agentId = given('AGENT_ID');
export const phoneNumber = given('PHONE_NUMBER');
/** What the agent's prompt names. */
export const variables = { ownerName: 'Ada', propertyAddress: '1 Main St' };

interface Call {
  readonly id: string;
  readonly phoneNumber: string;
}

/** Prints the call as it was placed and as it was read. */
export const tell = (placed: Call, read: Call): void => console.log(JSON.stringify({ placed, read }));

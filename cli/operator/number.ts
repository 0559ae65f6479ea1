import type { components } from '../../src/contract/generated/operator.ts';
import { operatorCommand, tenantArgument } from '../clients/operator-command.ts';
import type { CommandGroup } from '../parts/command.ts';
import { given, givenChange, need, onOff, text, wholeNumber } from '../parts/options.ts';
import { type Screen, showTime } from '../parts/screen.ts';

const health = wholeNumber('How likely it is to be chosen, against the others, from 0 to 100.', 0, 100);
const active = onOff('Whether calls may go out from it.');
const providerNumberAbout = "The voice provider's id of the number.";

export const number: CommandGroup = {
  summary: 'Phone numbers: what a tenant calls from.',
  commands: {
    add: operatorCommand({
      summary: 'Adds a phone number, which must already exist at the voice provider.',
      arguments: { tenant: tenantArgument, phoneNumber: need(text('In E.164, such as +14155550100.')) },
      options: { providerNumber: need(text(providerNumberAbout, 'ID')), health, active },
      examples: ['ringpost number add ten_01kdvy0a2c4e6g8j0m2p4r6t8v +14155550100 --provider-number 5f0c1d2e'],
      ask: (api, { tenant, phoneNumber, providerNumber, health, active }) =>
        api.createPhoneNumber({
          path: { tenantId: tenant },
          body: { phoneNumber, providerNumberId: providerNumber, ...given({ health, isActive: active }) },
        }),
      show: (screen, { phoneNumber }) => showNumber(screen, phoneNumber),
    }),

    list: operatorCommand({
      summary: "Lists a tenant's phone numbers, oldest first, inactive ones too.",
      arguments: { tenant: tenantArgument },
      examples: ['ringpost number list ten_01kdvy0a2c4e6g8j0m2p4r6t8v'],
      ask: (api, { tenant }) => api.listPhoneNumbers({ path: { tenantId: tenant } }),
      show: (screen, { phoneNumbers }) =>
        screen.table(
          phoneNumbers,
          [
            { title: 'ID', value: ({ id }) => id },
            { title: 'NUMBER', value: ({ phoneNumber }) => phoneNumber },
            { title: 'HEALTH', value: ({ health }) => health, right: true },
            { title: 'ACTIVE', value: ({ isActive }) => isActive, tone: ({ isActive }) => (isActive ? 'good' : 'bad') },
            { title: 'AT THE PROVIDER', value: ({ providerNumberId }) => providerNumberId, shrinks: true },
            { title: 'CREATED', value: ({ createdAt }) => showTime(createdAt), tone: () => 'quiet' },
          ],
          'The tenant has no number yet. `ringpost number add` adds one.',
        ),
    }),

    set: operatorCommand({
      summary: 'Changes what is given and leaves the rest. An inactive number places no calls.',
      arguments: { tenant: tenantArgument, number: need(text("The number's id, not the number.")) },
      options: { health, active, providerNumber: text(providerNumberAbout, 'ID') },
      examples: ['ringpost number set ten_01kdvy0a2c4e6g8j0m2p4r6t8v num_01kdvy5m7p9r1t3v5x7z9b1d3f --health 40'],
      ask: (api, { tenant, number, health, active, providerNumber }) =>
        api.updatePhoneNumber({
          path: { tenantId: tenant, phoneNumberId: number },
          body: givenChange({ health, isActive: active, providerNumberId: providerNumber }),
        }),
      show: (screen, { phoneNumber }) => showNumber(screen, phoneNumber),
    }),
  },
};

const showNumber = (screen: Screen, number: components['schemas']['PhoneNumberView']): void =>
  screen.fields({
    id: number.id,
    number: number.phoneNumber,
    health: number.health,
    active: number.isActive,
    'at the provider': number.providerNumberId,
    created: showTime(number.createdAt),
  });

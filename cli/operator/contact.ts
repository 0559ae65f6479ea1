import type { components } from '../../src/contract/generated/operator.ts';
import { operatorCommand, tenantArgument } from '../clients/operator-command.ts';
import { pageOptions, pageOrAll } from '../clients/pages.ts';
import type { CommandGroup } from '../parts/command.ts';
import { given, jsonObject, need, text } from '../parts/options.ts';
import { type Screen, showTime } from '../parts/screen.ts';

export const contact: CommandGroup = {
  summary: 'Contacts: the people a tenant calls and texts, one for each number.',
  commands: {
    set: operatorCommand({
      summary: 'Makes or changes the contact of a number. What is left out stays as it is, or empty where the contact is new.',
      arguments: { tenant: tenantArgument, phone: need(text('The number, in E.164.')) },
      options: {
        name: text('Full name.'),
        email: text('Address for mail.'),
        address: text('Street and house.'),
        city: text('City.'),
        state: text('State.'),
        zip: text('Postal code.'),
        propertyId: text('Your own id of the property that the address is of.'),
        customFields: jsonObject('Your own fields, replaced whole: an object of texts.'),
      },
      examples: ['ringpost contact set ten_01kdvy0a2c4e6g8j0m2p4r6t8v +15550012345 --name "Dana Whitfield" --city Boise'],
      ask: (api, { tenant, phone, name, email, address, city, state, zip, propertyId, customFields }) =>
        api.upsertContact({
          path: { tenantId: tenant },
          // The API refuses a field that is not a text, and names it.
          body: {
            phone,
            ...given({
              name,
              email,
              address,
              city,
              state,
              zip,
              propertyId,
              customFields: customFields as Record<string, string> | undefined,
            }),
          },
        }),
      show: (screen, { contact }) => showContact(screen, contact),
    }),

    list: operatorCommand({
      summary: "Lists a tenant's contacts, oldest first, a page at a time.",
      arguments: { tenant: tenantArgument },
      options: {
        phone: text('Only the contact of this number, in E.164.', 'NUMBER'),
        ...pageOptions,
      },
      examples: [
        'ringpost contact list ten_01kdvy0a2c4e6g8j0m2p4r6t8v',
        'ringpost contact list ten_01kdvy0a2c4e6g8j0m2p4r6t8v --phone +15550012345',
      ],
      ask: (api, { tenant, phone, ...wanted }) =>
        pageOrAll('contacts', wanted, (page) => api.listContacts({ path: { tenantId: tenant }, query: { ...page, ...given({ phone }) } })),
      show: (screen, { contacts }) =>
        screen.table(
          contacts,
          [
            { title: 'ID', value: ({ id }) => id },
            { title: 'PHONE', value: ({ phone }) => phone },
            { title: 'NAME', value: ({ name }) => name, shrinks: true },
            { title: 'ADDRESS', value: oneLine, shrinks: true },
            { title: 'EMAIL', value: ({ email }) => email, shrinks: true },
            { title: 'CHANGED', value: ({ updatedAt }) => showTime(updatedAt), tone: () => 'quiet' },
          ],
          'No contact is known.',
        ),
    }),

    show: operatorCommand({
      summary: 'Shows a contact.',
      arguments: { tenant: tenantArgument, contact: need(text("The contact's id; `ringpost contact list --phone` finds it.")) },
      examples: ['ringpost contact show ten_01kdvy0a2c4e6g8j0m2p4r6t8v con_01kdvz1p6r8t0w2y4k6m8q0s2v'],
      ask: (api, { tenant, contact }) => api.readContact({ path: { tenantId: tenant, contactId: contact } }),
      show: (screen, { contact }) => showContact(screen, contact),
    }),
  },
};

type Contact = components['schemas']['ContactView'];

const oneLine = ({ address, city, state, zip }: Contact): string => [address, city, `${state} ${zip}`.trim()].filter(Boolean).join(', ');

const showContact = (screen: Screen, contact: Contact): void =>
  screen.fields({
    id: contact.id,
    phone: contact.phone,
    name: contact.name,
    email: contact.email,
    address: oneLine(contact),
    property: contact.propertyId,
    ...Object.fromEntries(Object.entries(contact.customFields).map(([name, value]) => [`customFields.${name}`, value])),
    created: showTime(contact.createdAt),
    changed: showTime(contact.updatedAt),
  });

/** Is the media type of a catalogue of APIs (RFC 9727). */
export const catalogueType = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

/** Returns the links that lead a program from any page to the API's description (RFC 8631) and to the catalogue. */
export const describedBy = (publicUrl: string): string =>
  [
    `<${publicUrl}/openapi.json>; rel="service-desc"; type="application/json"`,
    `<${publicUrl}${cataloguePath}>; rel="api-catalog"; type="application/linkset+json"`,
  ].join(', ');

export const cataloguePath = '/.well-known/api-catalog';

export function apiCatalogue(publicUrl: string): object {
  const to = (path: string, type: string) => ({ href: `${publicUrl}/${path}`, type });
  return {
    linkset: [
      {
        anchor: `${publicUrl}/api/v1/public`,
        'service-desc': [
          to('openapi.json', 'application/json'),
          to('openapi.yaml', 'application/yaml'),
          to('openapi-3.0.json', 'application/json'),
          to('asyncapi.json', 'application/json'),
        ],
        'service-doc': [to('docs/', 'text/html'), to('llms.txt', 'text/plain')],
        'service-meta': [to('workflows.yaml', 'application/yaml'), to('postman.json', 'application/json')],
        status: [to('readyz', 'application/json')],
      },
    ],
  };
}

import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { parse } from 'yaml';

/**
 * A plugin of Redocly. Before a document is linted or bundled it puts in what the document's `x-shared-parts` names: the paths and webhooks
 * of every file of a folder, and the parameters, responses and headers that operations share. What an operation writes itself stays as it is.
 */
export default () => ({ id: 'ringpost', preprocessors: { oas3: { 'shared-parts': () => ({ Root: { enter: putIn } }) } } });

function putIn(root, { location }) {
  const { 'x-shared-parts': shared } = root;
  if (!shared) return;
  delete root['x-shared-parts'];
  const base = dirname(location.source.absoluteRef);
  const itself = basename(location.source.absoluteRef);
  const read = (file) => rebased(parse(readFileSync(join(base, file), 'utf8')), file, itself);
  const at = (reference) => {
    const [file, pointer] = reference.split('#');
    return pointer
      .split('/')
      .slice(1)
      .reduce((found, key) => found[key], file === '' ? root : read(file));
  };
  const files = [{ ...root }, ...readdirSync(join(base, shared.folder)).map((name) => read(`${shared.folder}/${name}`))];
  root.paths = inOrderOfTags(root, files, 'paths');
  for (const operation of Object.values(root.paths).flatMap(operationsIn)) complete(operation, shared, at);
  const webhooks = inOrderOfTags(root, files, 'webhooks');
  if (Object.keys(webhooks).length > 0) root.webhooks = webhooks;
  if (shared.headers) withHeaders(root, shared.headers, at);
}

/**
 * Gives an operation the shared parameters and responses whose condition it fulfils. A later condition wins, and the operation's own response
 * wins over all.
 */
function complete(operation, { parameters = {}, responses }, at) {
  const takesKey = operation['x-idempotency']?.kind === 'key';
  const [scope] = Object.values(operation.security?.[0] ?? {}).flat();
  const takesQuery = operation.parameters?.some((parameter) => (parameter.$ref ? at(parameter.$ref) : parameter).in === 'query');
  operation.responses = {
    ...responses.everywhere,
    ...(takesQuery && responses.withQuery),
    ...(operation.requestBody && responses.withBody),
    ...(takesKey && responses.withIdempotencyKey),
    ...responses.withScope?.[scope],
    ...operation.responses,
  };
  if (takesKey && parameters.withIdempotencyKey) operation.parameters = [...(operation.parameters ?? []), ...parameters.withIdempotencyKey];
}

/** Gives every response of an operation the headers. A response of another file becomes a component, which gets them once. */
function withHeaders(root, headers, at) {
  const give = (response) => {
    if (!response.$ref) return withShared(response, headers);
    const name = response.$ref.split('/').at(-1);
    root.components.responses[name] = withShared(at(response.$ref), headers);
    return { $ref: `#/components/responses/${name}` };
  };
  for (const operation of Object.values(root.paths).flatMap(operationsIn))
    for (const [status, response] of Object.entries(operation.responses)) operation.responses[status] = give(response);
}

const withShared = ({ description, headers, ...rest }, shared) => ({ description, headers: { ...shared, ...headers }, ...rest });

/** Collects one member of all files. A file stands where the first tag that it uses stands among the document's tags. */
function inOrderOfTags({ tags }, files, member) {
  const rank = (file) => {
    const [first] = Object.values(file[member] ?? {}).flatMap(operationsIn);
    return tags.findIndex(({ name }) => name === first?.tags[0]);
  };
  return Object.assign({}, ...[...files].sort((a, b) => rank(a) - rank(b)).map((file) => file[member]));
}

const operationsIn = (item) => Object.values(item).filter((value) => value.responses);

/** Rewrites the references of a file so that they hold in the root document, beside its folder. */
function rebased(node, file, root) {
  if (Array.isArray(node)) return node.map((item) => rebased(item, file, root));
  if (typeof node !== 'object' || node === null) return node;
  const target = (reference) => {
    const [path, pointer] = reference.split('#');
    const named = path === '' ? file : posix.join(posix.dirname(file), path);
    return `${named === root ? '' : named}#${pointer}`;
  };
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      key,
      key === '$ref' && typeof value === 'string' ? target(value) : rebased(value, file, root),
    ]),
  );
}

import { asList, asObject, asText, asTexts } from '../config/values.ts';

type Values = Record<string, unknown>;

/** Converts the documented parts of a Swagger 2 description to OpenAPI 3. */
export function upgradeSwagger(root: Values): Values {
  const host = asText(root['host']);
  const scheme = asTexts(root['schemes'])[0] ?? 'https';
  const basePath = asText(root['basePath']) ?? '';
  const paths = Object.entries(asObject(root['paths'])).map(([path, item]) => [
    path,
    upgradeItem(root, asObject(item)),
  ]);
  return {
    ...root,
    servers:
      host === null && basePath === ''
        ? []
        : [{ url: host === null ? basePath : `${scheme}://${host}${basePath}` }],
    components: { securitySchemes: root['securityDefinitions'] },
    paths: Object.fromEntries(paths) as Values,
  };
}

function upgradeItem(root: Values, item: Values): Values {
  const { parameters, ...others } = item;
  const entries = Object.entries(others).map(([key, value]) => {
    const isOperation = !key.startsWith('x-') && key !== '$ref';
    return [key, isOperation ? upgradeOperation(root, asObject(value), asList(parameters)) : value];
  });
  return Object.fromEntries(entries) as Values;
}

function upgradeOperation(root: Values, operation: Values, shared: unknown[]): Values {
  const given = [...shared, ...asList(operation['parameters'])].map((parameter) =>
    localReference(root, parameter),
  );
  const consumed = asTexts(operation['consumes'] ?? root['consumes'])[0] ?? 'application/json';
  const produced = asTexts(operation['produces'] ?? root['produces'])[0] ?? 'application/json';
  const body = given.find((parameter) => parameter['in'] === 'body');
  const form = given.filter((parameter) => parameter['in'] === 'formData');
  const others = given.filter((parameter) => parameter['in'] !== 'body' && parameter['in'] !== 'formData');
  return {
    ...operation,
    parameters: others.map((parameter) => ({ ...parameter, schema: parameter })),
    ...(body && { requestBody: { ...body, content: { [consumed]: { schema: body['schema'] } } } }),
    ...(form.length > 0 && {
      requestBody: { content: { 'multipart/form-data': { schema: formSchema(form) } } },
    }),
    responses: Object.fromEntries(
      Object.entries(asObject(operation['responses'])).map(([status, response]) => {
        const { schema, examples, ...rest } = localReference(root, response);
        const example = Object.values(asObject(examples))[0];
        return [
          status,
          { ...rest, ...(schema !== undefined && { content: { [produced]: { schema, example } } }) },
        ];
      }),
    ) as Values,
  };
}

function formSchema(form: Values[]): Values {
  return {
    type: 'object',
    required: form.filter((field) => field['required'] === true).map((field) => field['name']),
    properties: Object.fromEntries(form.map((field) => [String(field['name']), field])) as Values,
  };
}

/** Resolves shared parameters and responses of the same file. */
function localReference(root: Values, value: unknown): Values {
  const reference = asText(asObject(value)['$ref']);
  const [, section = '', name = ''] = /^#\/(parameters|responses)\/(.+)$/.exec(reference ?? '') ?? [];
  return asObject(section === '' ? value : asObject(root[section])[name]);
}

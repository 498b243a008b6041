// Reads an OpenAPI document as far as the API's page shows it.

export interface Schema {
  $ref?: string;
  type?: string | string[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  enum?: unknown[];
  format?: string;
}

interface Parameter {
  name: string;
  in: string;
  description?: string;
  schema?: Schema;
}

interface RawOperation {
  tags?: string[];
  summary?: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { content?: Record<string, { schema?: Schema }> };
  responses?: Record<string, { description?: string; content?: Record<string, { schema?: Schema }> }>;
  security?: Record<string, string[]>[];
}

export interface Document {
  openapi: string;
  info: { title: string; version: string; description?: string };
  tags?: { name: string; description?: string }[];
  paths: Record<string, Record<string, RawOperation>>;
  components?: { schemas?: Record<string, Schema> };
}

export interface Answer {
  status: string;
  description: string;
  type: string;
  fields: { name: string; type: string }[];
}

export interface Operation {
  method: string;
  path: string;
  summary: string;
  description: string;
  operator: boolean;
  parameters: Parameter[];
  body: string;
  answers: Answer[];
}

export interface Group {
  name: string;
  description: string;
  operations: Operation[];
}

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** A schema's type in a word: string, integer[], Match, map of number. */
export function typeOf(s: Schema | undefined): string {
  if (!s) return '';
  if (s.$ref) return s.$ref.split('/').pop() ?? '';
  const types = [s.type ?? []].flat().filter((t) => t !== 'null');
  if (types.includes('array')) return `${typeOf(s.items) || 'any'}[]`;
  if (types.includes('object') && typeof s.additionalProperties === 'object') return `map of ${typeOf(s.additionalProperties) || 'any'}`;
  return (s.enum ? s.enum.join(' | ') : types.join(' | ')) || 'any';
}

/** Follows a reference within the document. */
export function resolve(doc: Document, s: Schema | undefined): Schema | undefined {
  const name = s?.$ref?.split('/').pop();
  return name ? doc.components?.schemas?.[name] : s;
}

function answerOf(doc: Document, status: string, r: NonNullable<RawOperation['responses']>[string]): Answer {
  const [kind, content] = Object.entries(r.content ?? {})[0] ?? ['', {}];
  const json = kind.includes('json');
  const schema = json ? resolve(doc, content.schema) : undefined;
  return {
    status,
    description: r.description ?? '',
    type: json ? typeOf(content.schema) : kind,
    fields: Number(status) < 300 ? Object.entries(schema?.properties ?? {}).map(([name, f]) => ({ name, type: typeOf(f) })) : [],
  };
}

/** The operations by their first tag, in the document's order. */
export function grouped(doc: Document): Group[] {
  const groups = new Map<string, Group>((doc.tags ?? []).map((t) => [t.name, { name: t.name, description: t.description ?? '', operations: [] }]));
  for (const [path, item] of Object.entries(doc.paths)) {
    for (const method of methods) {
      const o = item[method];
      if (!o) continue;
      const tag = o.tags?.[0] ?? '';
      if (!groups.has(tag)) groups.set(tag, { name: tag, description: '', operations: [] });
      const [kind, body] = Object.entries(o.requestBody?.content ?? {})[0] ?? ['', {}];
      groups.get(tag)!.operations.push({
        method,
        path,
        summary: o.summary ?? '',
        description: o.description ?? '',
        operator: (o.security ?? []).length > 0,
        parameters: o.parameters ?? [],
        body: kind.includes('json') ? typeOf(body.schema) : kind,
        answers: Object.entries(o.responses ?? {}).map(([status, r]) => answerOf(doc, status, r)),
      });
    }
  }
  return [...groups.values()].filter((g) => g.operations.length > 0);
}

import { describe, expect, it } from 'vitest';
import { grouped, typeOf, type Document } from './openapi';

const doc: Document = {
  openapi: '3.1.0',
  info: { title: 't', version: '1' },
  tags: [{ name: 'matches', description: 'played' }, { name: 'unused' }],
  paths: {
    '/matches': {
      get: {
        tags: ['matches'],
        summary: 'List',
        responses: { '200': { description: 'ok', content: { 'application/json': { schema: { $ref: '#/components/schemas/List' } } } }, default: { description: 'no' } },
      },
      delete: { tags: ['matches'], security: [{ key: [] }], responses: {} },
    },
  },
  components: { schemas: { List: { type: 'object', properties: { total: { type: 'integer' }, matches: { type: ['null', 'array'], items: { $ref: '#/components/schemas/Match' } } } } } },
};

describe('the API’s page', () => {
  it('groups operations by tag and says their types', () => {
    const groups = grouped(doc);
    expect(groups.map((g) => g.name)).toEqual(['matches']);
    expect(groups[0]!.operations[0]!.answers[0]).toEqual({ status: '200', description: 'ok', type: 'List', fields: [{ name: 'total', type: 'integer' }, { name: 'matches', type: 'Match[]' }] });
    expect(groups[0]!.operations[1]!.operator).toBe(true);
  });
  it('reads types', () => {
    expect(typeOf({ type: 'object', additionalProperties: { type: 'number' } })).toBe('map of number');
    expect(typeOf({ enum: ['a', 'b'] })).toBe('a | b');
    expect(typeOf({})).toBe('any');
  });
});

import { describe, expect, it } from 'vitest';
import { linkTo, share } from './share';

const server = (answers: Record<string, unknown>) =>
  (async (url: string) => (url in answers ? new Response(JSON.stringify(answers[url])) : new Response('{}', { status: 404 }))) as unknown as typeof fetch;

describe('a link for others', () => {
  it('has the address by which they reach the machine, and the secret', async () => {
    const s = await share(server({ '/api/v1/access': { role: 'operator', network: true, watch: 'link', url: 'http://10.0.0.7:8080/' }, '/api/v1/access/link': { url: 'http://10.0.0.7:8080/watch?w=s3' } }));
    expect(s).toEqual({ origin: 'http://10.0.0.7:8080', secret: 's3', network: true });
    expect(linkTo(s, '/b/hall-2/watch')).toBe('http://10.0.0.7:8080/b/hall-2/watch?w=s3');
    expect(linkTo(s, '/overlay?theme=light')).toBe('http://10.0.0.7:8080/overlay?theme=light&w=s3');
  });
  it('has no secret where everybody may watch', async () => {
    const s = await share(server({ '/api/v1/access': { role: 'operator', network: false, watch: 'open', url: 'http://127.0.0.1:8080/' } }));
    expect(linkTo(s, '/watch')).toBe('http://127.0.0.1:8080/watch');
    expect(s.network).toBe(false);
  });
  it('is not asked of the operator’s part by a watcher', async () => {
    const s = await share(server({ '/api/v1/access': { role: 'watcher', network: true, watch: 'link', url: 'http://10.0.0.7:8080/' }, '/api/v1/access/link': { url: 'http://x/watch?w=s3' } }));
    expect(s.secret).toBe('');
  });
  it('says when the server does not tell', async () => {
    await expect(share(server({}))).rejects.toThrow('404');
  });
});

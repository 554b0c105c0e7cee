// The museum's service, as anybody writes one with Express.
import express, { type Express } from 'express';

const EVENTS: Readonly<Record<string, { name: string; dates: string[]; price?: number }>> = {
  mermaids: { name: 'Mermaid treasure', dates: ['2026-12-05', '2026-12-06'], price: 12 },
  pirates: { name: 'Pirate coding', dates: ['2026-12-12'] },
};
const isDate = (text: unknown): text is string => typeof text === 'string' && /^\d{4}-\d\d-\d\d$/.test(text);
const isName = (text: unknown): text is string => typeof text === 'string' && /^[a-z]+$/.test(text);
const isCount = (value: unknown, most: number): value is number =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most;

export function createApp(): Express {
  const app = express();
  app.use(express.json());

  app.get('/hours', ({ query: { from, days = '7' } }, response) => {
    if (!isDate(from) || !isCount(Number(days), 30)) return void response.status(400).json({ error: 'from or days' });
    const first = Date.parse(from);
    const dates = Array.from({ length: Number(days) }, (_, i) => new Date(first + i * 86_400_000).toISOString());
    response.json(dates.map((date) => ({ date: date.slice(0, 10), opens: '09:00', closes: '18:00' })));
  });

  app.get('/events/:id', ({ params: { id } }, response) => {
    if (!isName(id)) return void response.status(400).json({ error: 'id' });
    const event = EVENTS[id];
    if (event) response.json(event);
    else response.status(404).json({ error: 'no such event' });
  });

  app.post('/tickets', (request, response) => {
    const { event, count, kind, ...others } = (request.body ?? {}) as Record<string, unknown>;
    const isKind = kind === undefined || kind === 'adult' || kind === 'child';
    if (!isName(event) || !isCount(count, 10) || !isKind || Object.keys(others).length > 0)
      return void response.status(400).json({ error: 'event, count or kind' });
    const price = (EVENTS[event]?.price ?? 0) * count;
    response.status(201).json({ price, codes: Array.from({ length: count }, (_, i) => `${event}-${String(i)}`) });
  });
  return app;
}

// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/web/api/queries.ts';
import { VisitPhotos } from './visit-photos.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const photo = {
  id: 'kitchen',
  kind: 'before',
  takenAt: '2026-11-26T09:05:00+08:00',
  cleanerID: 'aminah',
  removable: false,
};

/** The server signs the URLs differently in each reply. */
function openPage() {
  let replies = 0;
  vi.stubGlobal('fetch', async () => {
    replies += 1;
    const photos = [{ ...photo, url: `/uploads/kitchen/960.jpg?signature=${replies}` }];
    return Response.json({ id: 'visit', officePhone: '', crew: [], photos });
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <VisitPhotos jobID="visit" />
    </QueryClientProvider>,
  );
}

test('a page that stays open loads photos from the new URLs, including those that had failed', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  openPage();
  const image = await screen.findByRole('img');
  expect(image.getAttribute('src')).toContain('signature=1');
  fireEvent.error(image);
  expect(screen.queryByRole('img')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(59 * 60 * 1000));
  expect((await screen.findByRole('img')).getAttribute('src')).toContain('signature=2');
});

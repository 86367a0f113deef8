import { expect, it } from 'vitest';
import { whyGuessable } from './passwords.ts';

it.each([
  'Password1234',
  '123456789012',
  'aaaaaaaaaaaa',
  'abababababab',
  'siti.rahman1',
  'qwertyuiopas',
  'Kemas-office-1',
  'admin@singapore',
])('refuses %s, which is easy to guess', (password) => {
  expect(whyGuessable(password, 'siti.rahman')).not.toBeNull();
});

it.each([
  'correct horse battery',
  'kopi-o kosong satu',
  '密码是很长的一句话没人猜',
  'the office smells of lemon',
])('takes %s', (password) => {
  expect(whyGuessable(password, 'siti.rahman')).toBeNull();
});

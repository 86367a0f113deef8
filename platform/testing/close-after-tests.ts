import { afterAll } from 'vitest';
import { closeAll } from './teardown.ts';

afterAll(closeAll);

import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import { uploadLogo, uploadPicture } from '../contract.ts';
import { addLogo, addUpload, limitUploads } from './add-upload.ts';
import { serveUploads } from './serve-uploads.ts';

export function routes(api: Api): void {
  handle(api, uploadPicture, ({ ctx, body }) => addUpload(ctx, body.file), { beforeFile: limitUploads });
  handle(api, uploadLogo, ({ ctx, body }) => addLogo(ctx, body.file), { beforeFile: limitUploads });
  serveUploads(api);
}

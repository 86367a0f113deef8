import { defineTexts } from '#platform/web/i18n/texts.ts';

export const uploadsTexts = defineTexts('uploads', {
  choose: 'Choose a photo',
  change: 'Change photo',
  remove: 'Remove photo',
  choosePicture: 'Choose a picture',
  changePicture: 'Change picture',
  removePicture: 'Remove picture',
  hint: 'JPEG, PNG or WebP, at most 10 MB.',
  logoHint: 'PNG, SVG, JPEG or WebP, at most 2 MB.',
  cropTitle: 'Crop the photo',
  cropHelp: 'Drag the photo into place, or use the arrow keys.',
  area: 'The part of the photo that is kept',
  zoom: 'Zoom',
  use: 'Use this photo',
  uploading: 'Uploading',
  cancel: 'Cancel',
  close: 'Close',
  unreadable: 'This photo cannot be opened. Choose a JPEG, PNG or WebP photo.',
  errors: {
    offline: 'We could not connect. The photo is still here: check your connection, then try again.',
    too_large: 'This file is larger than 10 MB. Choose a smaller photo.',
    not_a_photo: 'Choose a JPEG, PNG or WebP photo.',
    photo_damaged: 'This photo cannot be read. Choose another one.',
    throttled: 'Too many photos for now. Wait a little, then try again.',
  },
});

import type { TranslationOf } from '#platform/web/i18n/translate.ts';
import type { en } from './en.ts';

export const zh: TranslationOf<typeof en> = {
  choose: '选择照片',
  change: '更换照片',
  remove: '移除照片',
  choosePicture: '选择图片',
  changePicture: '更换图片',
  removePicture: '移除图片',
  hint: 'JPEG、PNG 或 WebP，不超过 10 MB。',
  cropTitle: '裁剪照片',
  cropHelp: '拖动照片，或用方向键调整位置。',
  area: '保留的部分',
  zoom: '缩放',
  use: '使用这张照片',
  uploading: '正在上传',
  cancel: '取消',
  close: '关闭',
  unreadable: '无法打开这张照片。请选择 JPEG、PNG 或 WebP 照片。',
  errors: {
    offline: '无法连接。照片还在：请检查网络，再试一次。',
    too_large: '文件超过 10 MB。请选择小一点的照片。',
    not_a_photo: '请选择 JPEG、PNG 或 WebP 照片。',
    photo_damaged: '无法读取这张照片。请换一张。',
    throttled: '上传的照片太多。请稍后再试。',
  },
};

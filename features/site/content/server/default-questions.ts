import type { BlockContent } from '../contract/blocks.ts';

/** Common questions, with answers that hold for any installation: no figure that depends on a setting. */
export const DEFAULT_QUESTIONS: BlockContent<'questions'> = {
  title: 'Questions people ask',
  items: [
    {
      service: '',
      question: 'Do I have to be at home?',
      answer:
        '<p>No. Tell us when you book how to get in and whom to call. You get a message when your visit is done.</p>',
    },
    {
      service: '',
      question: 'Will the same cleaner come again?',
      answer:
        '<p>When you book again, your usual cleaner is offered first, at every time that they are free.</p>',
    },
    {
      service: '',
      question: 'Can I move or cancel a visit?',
      answer:
        '<p>Yes, under My bookings. Before you confirm you see what it costs, if it costs anything.</p>',
    },
    {
      service: '',
      question: 'How do I pay?',
      answer:
        '<p>By card when you book, or with hours that you have bought. Your card number goes straight to the payment provider, and we never keep it.</p>',
    },
    {
      service: 'spring-cleaning',
      question: 'How is a spring clean different?',
      answer:
        '<p>A regular visit keeps a home tidy. A spring clean goes where a regular visit does not: behind, above and inside.</p>',
    },
    {
      service: 'spring-cleaning',
      question: 'What should I do before you come?',
      answer:
        '<p>Empty the cupboards that you want cleaned inside, and put away valuables and anything fragile. Leave the rest to us.</p>',
    },
    {
      service: 'moving-in-out',
      question: 'Does the home have to be empty?',
      answer:
        '<p>Ideally, yes. Every cupboard, shelf and floor can then be reached, and nothing is cleaned twice.</p>',
    },
    {
      service: 'moving-in-out',
      question: 'When should I book?',
      answer:
        '<p>After the movers and any renovation, and a day before the keys change hands. Water and electricity have to be on.</p>',
    },
  ],
  zh: {
    title: '常见问题',
    items: [
      {
        question: '清洁时，我必须在家吗？',
        answer: '<p>不必。预约时告诉我们怎样进门、可以打电话给谁。清洁完成后，您会收到通知。</p>',
      },
      {
        question: '下次还是同一位清洁员吗？',
        answer: '<p>再次预约时，常来的清洁员有空的时间会排在最前面。</p>',
      },
      {
        question: '可以改期或取消吗？',
        answer: '<p>可以，到“我的预约”办理。确认之前，您会看到是否收费、收多少。</p>',
      },
      {
        question: '怎样付款？',
        answer: '<p>预约时刷卡，或用已购买的钟点。卡号直接交给付款服务商，我们不保存。</p>',
      },
      {
        question: '大扫除和平常的清洁有什么不同？',
        answer: '<p>平常的清洁让家保持整洁；大扫除清洁平时顾不到的地方：背后、高处和里面。</p>',
      },
      {
        question: '你们来之前，我要准备什么？',
        answer: '<p>要清洁内部的橱柜请先腾空，贵重和易碎的物品请收好，其余交给我们。</p>',
      },
      {
        question: '屋子一定要清空吗？',
        answer: '<p>最好清空。这样每个橱柜、架子和地面都清洁得到，也不必重做。</p>',
      },
      {
        question: '什么时候预约好？',
        answer: '<p>搬运和装修都结束之后、交钥匙的前一天。水电要接通。</p>',
      },
    ],
  },
};

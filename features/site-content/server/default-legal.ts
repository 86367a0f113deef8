import type { BlockContent } from '../contract/blocks.ts';

type Legal = 'terms-and-conditions' | 'terms-of-service' | 'privacy-policy';

/** What holds, in words that any company may begin with: its facts come from the settings. */
export const DEFAULT_LEGAL: { readonly [N in Legal]: BlockContent<N> } = {
  'terms-and-conditions': {
    title: 'Terms and conditions',
    lead: 'What holds between you and us when you book a visit or buy hours.',
    sections: [
      {
        title: 'Who this is between',
        html: '<p>You, and {company}. A booking is agreed once we have confirmed it on the screen and by message.</p>',
      },
      {
        title: 'What you pay',
        html: '<p>Before you pay you see the hours, the full price and the terms of that booking. They do not change afterwards. If you change the booking, you see the new price first.</p>',
      },
      { title: 'When your plans change', html: '<p>{cancellation}</p>' },
      {
        title: 'When we cancel',
        html: '<p>You get all of your money back. We first try to send another cleaner, and ask you before we do.</p>',
      },
      {
        title: 'Hours that you buy',
        html: '<p>Hours that you buy last {months} months from the day you buy them. You can send them as a gift: whoever gets them has {claimDays} days to claim them, and {giftMonths} months to use them. What nobody claims comes back to you. We write to you before hours expire.</p>',
      },
      {
        title: 'Promo codes',
        html: '<p>A code holds under the terms that are shown with it. It lowers the price of a booking and is never paid out.</p>',
      },
      {
        title: 'Your home',
        html: '<p>Please see to it that we can get in, that water and electricity are on, and that the home is safe to work in. Tell us of pets, of surfaces that need special care, and put away what is precious.</p>',
      },
      {
        title: 'If something goes wrong',
        html: '<p>Tell us as soon as you see it, with a picture if you can. What was not done as agreed we put right or refund. Where our crew causes damage, we answer for it as the law provides.</p>',
      },
      {
        title: 'Your rights, and the law',
        html: '<p>Nothing here takes away what the Consumer Protection (Fair Trading) Act or another law gives you. The law of Singapore holds.</p>',
      },
    ],
    zh: {
      title: '条款与条件',
      lead: '您预约清洁或购买钟点时，您和我们之间的约定。',
      sections: [
        {
          title: '谁和谁的约定',
          html: '<p>您与 {company}。我们在屏幕上并以信息确认之后，预约即告成立。</p>',
        },
        {
          title: '费用',
          html: '<p>付款前，您会看到钟点数、全包价，以及这次预约的条款。之后不会更改。您若更改预约，会先看到新的价格。</p>',
        },
        { title: '计划有变', html: '<p>{cancellation}</p>' },
        {
          title: '由我们取消',
          html: '<p>费用全额退还。我们会先设法安排另一位清洁员，并先征得您的同意。</p>',
        },
        {
          title: '购买的钟点',
          html: '<p>购买的钟点，从购买当天起 {months} 个月内有效。您可以把钟点送人：对方有 {claimDays} 天可以领取，领取后 {giftMonths} 个月内有效。没有人领取的，会退回给您。钟点到期之前，我们会写信通知您。</p>',
        },
        { title: '优惠码', html: '<p>优惠码按所列条件使用，只能减免预约的费用，不能兑换现金。</p>' },
        {
          title: '您的家',
          html: '<p>请确保我们进得了门、水电接通、屋内可以安全工作。家有宠物，或有需要特别小心的表面，请告诉我们；贵重物品请先收好。</p>',
        },
        {
          title: '如果出了问题',
          html: '<p>请尽快告诉我们，最好附上照片。没有按约定做好的，我们会补做或退款。清洁员造成损坏，我们依法负责。</p>',
        },
        {
          title: '您的权利与适用法律',
          html: '<p>这些条款不影响《消费者保护（公平交易）法令》和其他法律给您的权利。适用新加坡法律。</p>',
        },
      ],
    },
  },
  'terms-of-service': {
    title: 'Terms of service',
    lead: 'What holds when you use this site and your account.',
    sections: [
      {
        title: 'Your account',
        html: '<p>An account belongs to one person. You sign in with a code that we text to your number: keep your phone to yourself, and tell us if you lose the number. Keep your name and contact details correct, because we plan visits with them.</p>',
      },
      {
        title: 'Fair use',
        html: '<p>Use the site to book, pay and write to us. Do not try to get at what belongs to others, to overload the site, or to copy it by program. We may close an account that does.</p>',
      },
      {
        title: 'What you write',
        html: '<p>We may show a review on this site with your first name, the kind of clean and the month. Write what you have seen yourself, and nothing that hurts others.</p>',
      },
      {
        title: 'When the site is down',
        html: '<p>We look after the site, and still it may be away for a while. What you have booked and paid for stays booked and paid.</p>',
      },
      {
        title: 'Leaving',
        html: '<p>You can download what we know of you, and close your account, under Account. Visits that are still to come are settled first.</p>',
      },
      {
        title: 'When these terms change',
        html: '<p>We show the new text here. A booking keeps the terms under which it was made.</p>',
      },
      {
        title: 'Your rights, and the law',
        html: '<p>Nothing here takes away what the Consumer Protection (Fair Trading) Act or another law gives you. The law of Singapore holds.</p>',
      },
    ],
    zh: {
      title: '服务条款',
      lead: '使用本网站和您的账户时的约定。',
      sections: [
        {
          title: '您的账户',
          html: '<p>一个账户属于一个人。登录用的验证码会发到您的手机：请保管好手机，号码遗失请通知我们。我们按您的姓名和联络方式安排清洁，请保持正确。</p>',
        },
        {
          title: '合理使用',
          html: '<p>请用本网站预约、付款和联系我们。请勿试图取得他人的资料、使网站过载，或用程序复制内容。违反者，我们可以关闭其账户。</p>',
        },
        {
          title: '您写的评价',
          html: '<p>我们可能在网站上显示您的评价，附上名字、服务种类和月份。请写您亲身的经历，不要写伤害他人的话。</p>',
        },
        {
          title: '网站暂停时',
          html: '<p>我们会照顾好网站，但它仍可能暂时打不开。您已预约和付款的，不受影响。</p>',
        },
        {
          title: '离开',
          html: '<p>您可以在“账户”下载我们保存的资料，也可以关闭账户。尚未进行的清洁会先结清。</p>',
        },
        { title: '条款更改时', html: '<p>新的条款会显示在这里。已成立的预约，按当时的条款执行。</p>' },
        {
          title: '您的权利与适用法律',
          html: '<p>这些条款不影响《消费者保护（公平交易）法令》和其他法律给您的权利。适用新加坡法律。</p>',
        },
      ],
    },
  },
  'privacy-policy': {
    title: 'Privacy',
    lead: 'What we know of you, what for, and how you have the last word. It follows the PDPA.',
    sections: [
      {
        title: 'What we keep',
        html: '<p>Your name, mobile number, e-mail address and home address, what you tell us of your home, your bookings and what you paid for them. Of applicants: what they write in the form.</p>',
      },
      {
        title: 'What it is for',
        html: '<p>To plan your visits, carry them out and bill them, to answer you, and to keep the books that the law asks for. We text and e-mail you about your bookings. Mails about anything else have a link that stops them.</p>',
      },
      {
        title: 'Who sees it',
        html: '<p>Our office sees your bookings. The cleaners who come to you see your address and number from seven days before a visit until two days after it. Firms that work for us see what they need: to take payments, and to send texts and e-mails. We sell nothing.</p>',
      },
      {
        title: 'Your card',
        html: '<p>Your card number goes straight to our payment provider and never reaches us. We keep the last four digits and the expiry date of a card that you save.</p>',
      },
      {
        title: 'In your browser',
        html: '<p>We keep what the site cannot do without: that you are signed in, your language, light or dark, and what you have begun to type. There are no advertising cookies and no trackers.</p>',
      },
      {
        title: 'For how long',
        html: '<p>What you write in a form goes after a year. When you close your account, we remove what says who you are, and keep what the books must show.</p>',
      },
      {
        title: 'Your say',
        html: '<p>Under the PDPA you may ask what we hold, have it corrected, and withdraw your consent. Most of it you do yourself under Account. For the rest, write to us.</p>',
      },
    ],
    zh: {
      title: '隐私',
      lead: '我们知道您的哪些资料、用来做什么，以及怎样由您作主。依据《个人资料保护法令》（PDPA）。',
      sections: [
        {
          title: '我们保存什么',
          html: '<p>您的姓名、手机号码、电邮和住址，您告诉我们的住家情况，您的预约，以及您为此付了多少。求职者：表格里所填的内容。</p>',
        },
        {
          title: '用来做什么',
          html: '<p>用来安排预约、上门清洁和收取费用，回复您，以及保存法律要求的账目。我们会就您的预约发短信和电邮给您。其他内容的电邮，都附有停止接收的链接。</p>',
        },
        {
          title: '谁看得到',
          html: '<p>办公室看得到您的预约。上门的清洁员从清洁前七天到清洁后两天，看得到您的住址和电话。为我们工作的公司只看得到所需的部分：收款、发送短信和电邮。我们不出售任何资料。</p>',
        },
        {
          title: '您的银行卡',
          html: '<p>卡号直接交给付款服务商，不经过我们。您若保存银行卡，我们只保留末四位数和到期日。</p>',
        },
        {
          title: '在您的浏览器里',
          html: '<p>我们只保存网站不可缺少的：您已登录、您的语言、浅色或深色，以及您刚输入的内容。没有广告 cookie，也没有追踪器。</p>',
        },
        {
          title: '保存多久',
          html: '<p>您在表格里写的内容，一年后删除。您关闭账户时，我们会删除能认出您的资料，只保留账目必须显示的部分。</p>',
        },
        {
          title: '由您作主',
          html: '<p>依据 PDPA，您可以查询我们保存的资料、要求更正，以及撤回同意。大部分您可以在“账户”自己办理，其余请写信给我们。</p>',
        },
      ],
    },
  },
};

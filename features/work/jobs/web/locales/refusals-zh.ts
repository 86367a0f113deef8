import type { jobErrors } from '../../contract/errors.ts';

/** Why a job call says no, in Chinese; the English sentence comes with the refusal. */
export const JOB_REFUSALS_ZH: Readonly<
  Record<keyof typeof jobErrors | 'no_stored_card' | 'payment_in_progress' | 'credits_disputed', string>
> = {
  slot_taken: '这个时间刚被别人预约了。没有扣款。请选相近的时间。',
  series_conflict: '定期清洁中有些日期没有空。请跳过这些日期，或选别的时间。没有保留任何时间。',
  not_bookable: '这个时间不能预约，请选别的时间。',
  too_many_holds: '您有太多预约等待付款。请先付其中一个，或等保留时间结束后再试。',
  later_dates_taken: '后面的日期中有一个刚被别人预约了。没有扣款。请重新选择日期，再付款。',
  hold_expired: '保留时间已过，这个时间已被别人预约了。没有扣款。请选别的时间。',
  price_changed: '价格变了。没有扣款。请先看新的价格，再付款。',
  difference_undecided: '价格变了，还没有更改。请先选择差额怎么处理，再保存。',
  not_correctable: '付款之后不能这样更改。请取消这次清洁（款项会退回），再重新预约。',
  change_not_made: '扣款期间有别的变动，这次清洁没有更改。款项会退回卡里。请看一看这次清洁，再试一次。',
  not_payable: '这个预约已不需付款。',
  visit_ahead: '这次清洁还没做，已经付款或确认了。请改为取消。',
  visit_changed: '别人刚刚更改了这次服务。没有保存任何内容。请查看后再试。',
  not_changeable: '这次清洁已不能更改：它已经开始、结束或取消了。请联系我们，我们会帮您。',
  change_used: '每次清洁只能改期一次。如需再改，请联系我们。',
  change_too_late: '离开始时间太近，不能改期了。请联系我们，我们会尽量安排。',
  not_cancellable: '这次清洁已不能取消：它已经开始、结束或过期了。请联系我们，我们会帮您。',
  cancellation_changed: '退还的金额有变，还没有取消。请看清楚现在能退回多少，再取消一次。',
  crew_incomplete: '这次清洁需要更多清洁员。请选够人数，或不选，由我们安排。',
  not_paid: '付款之后才能打开。',
  not_started: '请先开始，再结束。',
  too_early_to_start: '太早了。当天开始前一小时起才能点开始。',
  too_late_to_undo: '结束后 10 分钟内才能撤销。如需更改，请致电办公室。',
  not_over: '清洁还没结束。结束后再告诉我们是否满意。',
  reviewed_before: '这次清洁您已经评价过了，谢谢。',
  reason_needed: '金额和价格不同，请写明原因。',
  no_stored_card: '您没有保存的卡，请输入卡号。',
  credits_disputed: '银行正在核查购买这些钟点的付款，暂时不能使用。银行认定付款有效后即可使用。',
  payment_in_progress: '正在等银行回复，请不要重复付款。有结果会马上显示。',
};

/** A row of `JOB`, as the driver gives it. */
export type JobRow = Readonly<Record<string, unknown>> & { readonly crew: readonly CrewMember[] };

export interface CrewMember {
  readonly id: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly displayName: string | null;
  readonly profilePhoto: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
}

/** What `jobReply` reads, from `job`, `customer`, `package` and `job_hold`. */
export const JOB_COLUMNS = `job.id, job.label, series_id, package_id, job.package_label, package.supplies_to_be_prepared,
  job.customer_id, firstname, lastname, display_name, mobile, address_id, job_type, cleaner_type, job.num_cleaners, starts_at, ends_at, hours,
  job.break_hours, status, hold.due_on,
  case when hold.due_on is null then hold.expires_at end as hold_expires_at, require_cleaning_supplies, special_requests,
  contact_details, has_changed_date, address_type, address_line1, address_line2, address_line3, address_country,
  address_latitude, address_longitude, address_postal, address_has_pets, address_language_preference,
  address_gender_preference, address_area_id, review, review_stars, reviewed_at, paid_at, confirmed_at, cancelled_at,
  job.trashed_at, job.created_at, job.updated_at, job.price, policy, amount_to_pay, credits_used, customer_email`;

/** The wire's form of a time as PostgreSQL writes it in the business zone. */
export function time(text: unknown): string | null {
  return typeof text === 'string' ? `${text.replace(' ', 'T')}:00` : null;
}

/** A job as the office and its customer see it. */
export function jobReply(row: JobRow): Record<string, unknown> {
  const crew = row.crew.map(({ displayName, ...member }) => ({
    ...member,
    fullname: displayName || `${member.firstname} ${member.lastname}`.trim(),
    startedAt: time(member.startedAt),
    finishedAt: time(member.finishedAt),
  }));
  return { ...visitOf(row, crew), ...homeOf(row), ...stateOf(row, crew) };
}

function visitOf(row: JobRow, crew: readonly Omit<CrewMember, 'displayName'>[]) {
  return {
    id: row.id,
    label: row.label,
    seriesID: row.series_id,
    packageID: row.package_id,
    package: {
      id: row.package_id,
      label: row.package_label,
      suppliesToBePrepared: row.supplies_to_be_prepared,
    },
    customerID: row.customer_id,
    customer: {
      id: row.customer_id,
      fullname: row.display_name || `${row.firstname} ${row.lastname}`.trim(),
      mobile: row.mobile,
    },
    addressID: row.address_id,
    jobType: row.job_type,
    cleanerType: row.cleaner_type,
    numCleaners: row.num_cleaners,
    cleaner1ID: crew[0]?.id ?? null,
    cleaner2ID: crew[1]?.id ?? null,
    cleaner3ID: crew[2]?.id ?? null,
    cleaner4ID: crew[3]?.id ?? null,
    cleaner5ID: crew[4]?.id ?? null,
    cleaners: crew,
    startTime: time(row.starts_at),
    endTime: time(row.ends_at),
    hours: row.hours,
    breakHours: row.break_hours,
    requireCleaningSupplies: row.require_cleaning_supplies,
    specialRequests: row.special_requests,
    contactDetails: row.contact_details,
    checklistDone: row.ticked,
    checklistTotal: row.items,
  };
}

function homeOf(row: JobRow) {
  return {
    job_address_type: row.address_type,
    job_address_addressLine1: row.address_line1,
    job_address_addressLine2: row.address_line2,
    job_address_addressLine3: row.address_line3,
    job_address_country: row.address_country,
    job_address_latitude: row.address_latitude,
    job_address_longitude: row.address_longitude,
    job_address_postal: row.address_postal,
    job_address_hasPets: row.address_has_pets,
    job_address_languagePreference: row.address_language_preference,
    job_address_genderPreference: row.address_gender_preference,
    job_address_areaID: row.address_area_id,
    contactShown: true,
  };
}

function stateOf(row: JobRow, crew: readonly Omit<CrewMember, 'displayName'>[]) {
  const starts = crew.flatMap((member) => member.startedAt ?? []).sort();
  const finishes = crew.flatMap((member) => member.finishedAt ?? []).sort();
  const isDone = crew.length > 0 && finishes.length === crew.length;
  const unfinished = starts.length > 0 ? 'in-progress' : 'upcoming';
  return {
    status: row.status,
    stage: isDone ? 'done' : unfinished,
    paid: row.paid_at !== null,
    holdExpiresAt: time(row.hold_expires_at),
    hasChangedDate: row.has_changed_date,
    review: row.review,
    reviewStarts: row.review_stars,
    reviewedAt: time(row.reviewed_at),
    paidAt: time(row.paid_at),
    confirmedAt: time(row.confirmed_at),
    startedAt: starts[0] ?? null,
    finishedAt: isDone ? finishes.at(-1) : null,
    cancelledAt: time(row.cancelled_at),
    trash: row.trashed_at === null ? 0 : 1,
    createdAt: time(row.created_at),
    updatedAt: time(row.updated_at),
    ...(row.lacks_crew === undefined ? {} : { lacksCrew: row.lacks_crew }),
    price: row.price,
    policy: row.policy,
    amountToPay: row.amount_to_pay,
    creditsUsed: row.credits_used,
    dueOn: row.due_on,
    job_customer_email: row.customer_email,
  };
}

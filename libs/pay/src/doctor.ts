export { doctor } from './doctor/doctor.js';
export type { DoctorFinding, DoctorOptions, DoctorReport, DoctorWebhook } from './doctor/doctor.types.js';

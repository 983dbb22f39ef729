use secateur_lab::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let e = registry::find(&a[1]).unwrap();
    let plan = Plan::new(&a[2], Settings::new("t").quick(a.len() > 3));
    let t = std::time::Instant::now();
    let _ = reproduce(e, &plan, &Silent).unwrap();
    println!("{:?}", t.elapsed());
}
